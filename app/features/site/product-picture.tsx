import type { Picture } from "./pictures.ts";
import styles from "./section.module.css";

/** A picture of the product, in the dark theme for visitors whose device is set to dark. */
export function ProductPicture({ picture: { name, width, height, alt, light, dark } }: { picture: Picture }) {
  return (
    <picture className={`${styles.picture} block`} data-name={name}>
      <source media="(prefers-color-scheme: dark)" srcSet={dark} />
      <img
        className="block full-width bordered shadow"
        src={light}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
