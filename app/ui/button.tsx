import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import styles from "./button.module.css";

type Look = { look?: "primary" | "outlined"; size?: "regular" | "large" };

function classOf({ look = "outlined", size = "regular" }: Look): string {
  return [styles.button, look === "primary" && styles.primary, size === "large" && styles.large]
    .filter(Boolean)
    .join(" ");
}

/** One filled (`primary`) button in a view; the others are outlined. */
export function Button({ look, size, type = "button", ...rest }: ComponentProps<"button"> & Look) {
  return <button type={type} {...rest} className={classOf({ look, size })} />;
}

/** A link that looks like a button: it leads somewhere, a button does something. */
export function ButtonLink({ look, size, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classOf({ look, size })} />;
}

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** Its name, for everybody: spoken, and shown above it on hover and focus. */
  label: string;
  icon: ReactNode;
  look?: "plain" | "soft" | "filled" | "raised";
};

export function IconButton({ label, icon, look = "plain", type = "button", ...rest }: IconButtonProps) {
  return (
    <button type={type} {...rest} aria-label={label} className={`${styles.icon} ${styles[look]}`}>
      {icon}
      <span className={styles.tip} aria-hidden="true">
        {label}
      </span>
    </button>
  );
}
