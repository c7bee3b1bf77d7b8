import type { MouseEvent } from "react";
import { Button } from "#app/ui/button.tsx";

type NewerFieldsProps = {
  fields: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  /** What each field is called on the screen. */
  labels: Readonly<Record<string, string>>;
  /** It answers a press, not what is being typed: it may be scrolled to. */
  comesIntoView?: boolean;
  onChoose: (isMine: boolean) => void;
};

/** Shows the fields that another device has changed meanwhile. What the person has typed stays in the form. */
export function NewerFields({ fields, labels, comesIntoView = false, onChoose }: NewerFieldsProps) {
  /** The pressed button goes away. The focus goes where the person goes on. */
  function choose({ currentTarget }: MouseEvent, isMine: boolean): void {
    const dialog = currentTarget.closest<HTMLElement>("[role=dialog]");
    (dialog?.querySelector<HTMLElement>("[type=submit]") ?? dialog)?.focus();
    onChoose(isMine);
  }
  return (
    <section
      className="stack gap-8 padding-bottom-24 line-below"
      aria-label="What is newer"
      ref={comesIntoView ? comeIntoView : null}
    >
      <p className="marked" role="alert">
        This was changed somewhere else meanwhile. Nothing is lost: yours is in its field, the newer one here.
      </p>
      {Object.entries(fields).map(([name, value]) => (
        <p key={name} className="keeps-lines break-anywhere">
          {labels[name]}: <bdi>{toText(value)}</bdi>
        </p>
      ))}
      <div className="row wrap justify-end gap-8">
        <Button onClick={(event) => choose(event, false)}>Take the newer one</Button>
        <Button look="primary" onClick={(event) => choose(event, true)}>
          Keep mine
        </Button>
      </div>
    </section>
  );
}

/** As a `ref`: what answers a press, in a form that may be longer than the screen. */
export function comeIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
}

function toText(value: NewerFieldsProps["fields"][string]): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return [value ?? []].flat().join(", ") || "nothing";
}
