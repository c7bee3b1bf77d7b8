import { findPictureUrl } from "./picture-urls.ts";
import styles from "./product-picture.module.css";

/** The pictures that `npm run pictures` takes of the running product, each in a light and a dark theme, with their sizes in px. */
const PICTURES = {
  reading: { width: 1200, height: 750, alt: "A story on the reading screen, with your own line in italics." },
  information: {
    width: 1200,
    height: 750,
    alt: "A story beside the sheet that says who and where everybody is.",
  },
  library: { width: 1200, height: 750, alt: "A library with the covers of five stories." },
  "new-story": { width: 1200, height: 750, alt: "The form that begins a story: genre, character, premise." },
  phone: { width: 780, height: 1560, alt: "The reading screen on a phone." },
} as const;
export type PictureName = keyof typeof PICTURES;

/** A picture of the product, in the dark theme for visitors whose device is set to dark. */
export function ProductPicture({ name }: { name: PictureName }) {
  const { width, height, alt } = PICTURES[name];
  return (
    <picture className={styles.picture} data-name={name}>
      <source media="(prefers-color-scheme: dark)" srcSet={findPictureUrl(`${name}-dark.webp`)} />
      <img
        src={findPictureUrl(`${name}-light.webp`)}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
