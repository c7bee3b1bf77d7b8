import { lazy, Suspense } from "react";
import type { DemoForm as DemoFormOfItself, DemoFormProps } from "./demo-form.tsx";

/** What somebody does before they use a form: also what a script or a password manager does to it. */
const SIGNS = ["pointermove", "keydown", "focusin", "input"];

/** Resolves with the first sign that somebody is there. */
function waitForSomebody(): Promise<unknown> {
  return Promise.race(
    SIGNS.map((sign) => new Promise((resolve) => addEventListener(sign, resolve, { once: true }))),
  );
}

async function load(): Promise<{ default: typeof DemoFormOfItself }> {
  return { default: (await import("./demo-form.tsx")).DemoForm };
}

/**
 * The server renders the form with the page. In the browser its code comes with the first sign of somebody, so that the page
 * weighs 4 kB less until then; what was entered before counts. On a page that the browser has made itself it comes at once.
 */
const DemoForm = import.meta.env.SSR
  ? (await load()).default
  : lazy(async () => {
      if (document.querySelector("[data-demo-form]") !== null) await waitForSomebody();
      return load();
    });

export function DemoFormHost(props: DemoFormProps) {
  return (
    <Suspense fallback={null}>
      <DemoForm {...props} />
    </Suspense>
  );
}
