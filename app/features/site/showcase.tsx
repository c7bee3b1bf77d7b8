import type { Picture } from "./pictures.ts";
import { ProductPicture } from "./product-picture.tsx";
import styles from "./showcase.module.css";

/** Pictures of the product for visitors. */
export function Showcase({ pictures }: { pictures: readonly Picture[] }) {
  return (
    <div className={styles.showcase}>
      {pictures.map((picture) => (
        <ProductPicture key={picture.name} picture={picture} />
      ))}
    </div>
  );
}
