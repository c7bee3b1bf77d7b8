import { AppError } from "#domain/errors.ts";
import { describeError, type Log } from "../logging.ts";
import { PIXELS_MAX, sniffImageType } from "./image-bytes.ts";

/**
 * A picture as it is stored: decoded, scaled and written anew, so that nothing else of its file is left: no camera's notes, no
 * place, no texts. Throws AppError IMAGE_FAILED where it can't be decoded, is no PNG, JPEG or WebP, or has too many pixels; `isExact`: or another size
 * than it is to have.
 */
export async function scalePicture(
  { images, log }: { images: ImagesBinding; log: Log },
  bytes: ArrayBuffer | Uint8Array<ArrayBuffer>,
  transform: ImageTransform,
  {
    format = "image/webp",
    isExact = false,
  }: { format?: "image/webp" | "image/jpeg"; isExact?: boolean } = {},
): Promise<ArrayBuffer> {
  const stream = () => new Blob([bytes]).stream();
  if (sniffImageType(new Uint8Array(bytes)) === null) throw new AppError("IMAGE_FAILED");
  try {
    const info = await images.info(stream());
    if (!("width" in info) || info.width * info.height > PIXELS_MAX) throw new AppError("IMAGE_FAILED");
    if (isExact && (info.width !== transform.width || info.height !== transform.height))
      throw new AppError("IMAGE_FAILED");
    const scaled = await images.input(stream()).transform(transform).output({ format, quality: 85 });
    return await scaled.response().arrayBuffer();
  } catch (error) {
    if (error instanceof AppError) throw error;
    log("warn", "picture.scale", describeError(error));
    throw new AppError("IMAGE_FAILED", { cause: error });
  }
}
