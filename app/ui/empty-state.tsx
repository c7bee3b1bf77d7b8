import type { ReactElement, ReactNode } from "react";
import { Booky } from "./booky.tsx";
import styles from "./empty-state.module.css";

type EmptyStateProps = {
  /** The pose of Booky, or another picture in place of him. */
  pose: "asleep" | "puzzled" | ReactElement;
  title?: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
};

/** Shown in place of an empty list. `children`: the buttons and links for the next step. */
export function EmptyState({ pose, title, text, children }: EmptyStateProps) {
  return (
    <section className={`${styles.nothing} stack each-center gap-12 text-center`}>
      {typeof pose === "string" ? <Booky pose={pose} size={104} /> : pose}
      {title && <h2 className="margin-top-12 break-anywhere">{title}</h2>}
      {text && <p>{text}</p>}
      <div className="flex wrap justify-center gap-12 margin-top-12">{children}</div>
    </section>
  );
}
