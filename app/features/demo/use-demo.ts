import { useEffect, useState } from "react";
import type { DemoState } from "./demo-stage.ts";
import type { DemoValues } from "./demo-values.ts";
import { readKeptDemo } from "./kept-demo.ts";

export type DemoOfPage = {
  /** How far it is. `refused` and `failed` show the form as well. */
  stage: DemoState | { name: "form" } | { name: "creating" };
  begin: (values: DemoValues) => void;
  /** Back to the form. */
  leave: () => void;
};

const FORM: DemoOfPage["stage"] = { name: "form" };
/** The specification's sentence, where nothing more is known. */
const FAILED: DemoOfPage["stage"] = { name: "failed", message: "Failed to create demo story" };

const loadStages = () => import("./demo-stage.ts");

/** The demo of this page. What comes after the form is loaded when it is needed. */
export function useDemo(): DemoOfPage {
  const [stage, setStage] = useState<DemoOfPage["stage"]>(FORM);

  // A page that is loaded again goes on with its story. Where that fails the form is there, and the next time may succeed.
  useEffect(() => {
    const kept = readKeptDemo();
    if (kept === null) return;
    loadStages()
      .then(({ resumeDemoStage }) => resumeDemoStage(kept))
      .then(
        (next) => next && setStage(next),
        () => undefined,
      );
  }, []);

  function begin(values: DemoValues): void {
    setStage({ name: "creating" });
    loadStages()
      .then(({ createDemoStage }) => createDemoStage(values))
      .then(setStage, () => setStage(FAILED));
  }

  return { stage, begin, leave: () => setStage(FORM) };
}
