/** The pictures of the site by their file names. The build puts the hash of the content into each address. */
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
