import { renderAsync } from "@resvg/resvg-js";

/** The drawing as a PNG of `size` × `size` pixels, made on another thread: whoever is being told a story does not wait. */
export async function renderPng(svg: string, size: number): Promise<Buffer> {
  const options = { fitTo: { mode: "width", value: size }, font: { loadSystemFonts: false } } as const;
  return (await renderAsync(svg, options)).asPng();
}
