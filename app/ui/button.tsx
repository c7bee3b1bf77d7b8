import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import styles from "./button.module.css";

type Look = { look?: "primary" | "outlined" | "quiet" | "danger"; size?: "regular" | "large" };

/** The classes of a button, for elements that only look like one. */
export function buttonClass({ look = "outlined", size = "regular" }: Look): string {
  return [
    `${styles.button} inline-row justify-center tap-height gap-8 rounded no-underline`,
    look !== "outlined" && styles[look],
    size === "large" && styles.large,
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * One filled (`primary`) button in a view; the others are outlined. `danger` is filled, for what takes something away, and `quiet`
 * has no frame, for a third button beside two ways on.
 */
export function Button({ look, size, type = "button", ...rest }: ComponentProps<"button"> & Look) {
  return <button type={type} {...rest} className={buttonClass({ look, size })} />;
}

/** A link that looks like a button: it leads somewhere, a button does something. */
export function ButtonLink({ look, size, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={buttonClass({ look, size })} />;
}

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** Its name, for everybody: spoken, and shown above it on hover and focus. */
  label: string;
  /** What it belongs to, where there are several alike: spoken after the name. */
  of?: string;
  icon: ReactNode;
  look?: "plain" | "soft" | "filled" | "raised";
};

export function IconButton({ label, of, icon, look = "plain", type = "button", ...rest }: IconButtonProps) {
  const name = of === undefined ? label : `${label}: ${of}`;
  return (
    <button
      type={type}
      {...rest}
      aria-label={name}
      data-tip={label}
      className={look === "plain" ? styles.icon : `${styles.icon} ${styles[look]}`}
    >
      {icon}
    </button>
  );
}
