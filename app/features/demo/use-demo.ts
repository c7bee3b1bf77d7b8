import { useEffect, useState } from "react";
import type { DemoStage } from "./demo-stage.ts";
import type { DemoValues } from "./demo-values.ts";
import { readKeptDemo } from "./kept-demo.ts";

export type Demo = {
  /** How far it is. `refused` and `failed` show the form as well. */
  stage: DemoStage | { name: "form" } | { name: "creating" };
  begin: (values: DemoValues) => void;
  /** Back to the form. */
  leave: () => void;
};

const FORM: Demo["stage"] = { name: "form" };
/** The specification's sentence, where nothing more is known. */
const FAILED: Demo["stage"] = { name: "failed", message: "Failed to create demo story" };

const loadStages = () => import("./demo-stage.ts");

/** The demo of this page. What comes after the form is loaded when it is needed. */
export function useDemo(): Demo {
  const [stage, setStage] = useState<Demo["stage"]>(FORM);

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
