import styles from "./typing-dots.module.css";

/** An animation that shows that somebody is writing. */
export function TypingDots({ label }: { label: string | null }) {
  return (
    <span
      className={`${styles.dots} inline-row gap-6`}
      {...(label === null ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <i />
      <i />
      <i />
    </span>
  );
}
