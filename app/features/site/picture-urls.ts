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
