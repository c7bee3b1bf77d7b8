/** The pictures that `npm run pictures` takes of the running product, each in a light and a dark theme, with their sizes in px. */
const PICTURES: Readonly<Record<string, { width: number; height: number; alt: string }>> = {
  reading: { width: 1200, height: 750, alt: "A story on the reading screen, with your own line in italics." },
  information: {
    width: 1200,
    height: 750,
    alt: "A story beside the sheet that says who and where everybody is.",
  },
  library: { width: 1200, height: 750, alt: "A library with the covers of five stories." },
  "new-story": { width: 1200, height: 750, alt: "The form that begins a story: genre, character, premise." },
  phone: { width: 780, height: 1560, alt: "The reading screen on a phone." },
};

export type Picture = ReturnType<typeof findPicture>;

/** `light` and `dark`: the addresses of the picture in a light and a dark theme. Throws if there is no such picture. */
export function findPicture(name: string) {
  const picture = PICTURES[name];
  if (picture === undefined) throw new Error(`There is no picture ${name}.`);
  return {
    name,
    ...picture,
    light: findPictureUrl(`${name}-light.webp`),
    dark: findPictureUrl(`${name}-dark.webp`),
  };
}

/** The addresses of the site's pictures, by file name. The build adds a hash of the content to each address. */
const urls = import.meta.glob<string>("./pictures/*", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The address of a picture that `npm run pictures` has made. Throws if there is no such file. */
export function findPictureUrl(file: string): string {
  const url = urls[`./pictures/${file}`];
  if (url === undefined) throw new Error(`There is no picture ${file}.`);
  return url;
}
