import { useEffect, useState } from "react";
import type { DemoState } from "./demo-story.tsx";
import { DEMO_FAILED, type DemoValues, readKeptDemo } from "./demo-values.ts";

/** The step that the demo is at. The form is shown in `refused` and `failed` as well. */
type Stage = DemoState | { name: "form" } | { name: "creating" };

const FORM: Stage = { name: "form" };
const FAILED: Stage = { name: "failed", message: DEMO_FAILED };

const loadStages = () => import("./demo-story.tsx");

/** The demo on the landing page. The code of the steps after the form is loaded when a story is begun or continued. */
export function useDemoStart() {
  const [stage, setStage] = useState<Stage>(FORM);

  // A reloaded page continues its story. If that fails the form is shown, and the next reload tries again.
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
