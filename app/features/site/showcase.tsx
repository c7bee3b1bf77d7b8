import { ProductPicture } from "./product-picture.tsx";
import styles from "./showcase.module.css";

/** Pictures of the product for visitors. */
export function Showcase() {
  return (
    <div className={styles.showcase}>
      <ProductPicture name="library" />
      <ProductPicture name="phone" />
    </div>
  );
}
