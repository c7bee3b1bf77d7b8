import { ProductPicture } from "./product-picture.tsx";
import styles from "./showcase.module.css";

/** What it looks like once one is inside. */
export function Showcase() {
  return (
    <div className={styles.showcase}>
      <ProductPicture name="library" />
      <ProductPicture name="phone" />
    </div>
  );
}
