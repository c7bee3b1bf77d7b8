import type { DemoStory as StoryRecord } from "#domain/demo.ts";
import { beginDemo, fetchDemo } from "./demo-calls.ts";
import { DemoRefusal } from "./demo-modal.tsx";
import { DemoStage } from "./demo-story.tsx";
import { type DemoValues, keepDemo } from "./demo-values.ts";

/** The result of beginning a demo: the story and the component that shows it, or a refusal, or a failure. */
export type DemoState =
  | { name: "story"; Story: typeof DemoStage; story: StoryRecord }
  | { name: "refused"; Refusal: typeof DemoRefusal }
  | { name: "failed"; message: string };

/** Begins a story. A failure leads back to the form with the entered values. */
export async function createDemoStage(values: DemoValues): Promise<DemoState> {
  const begun = await beginDemo(values);
  if (!begun.ok) {
    if (begun.status === 429) return { name: "refused", Refusal: DemoRefusal };
    return { name: "failed", message: begun.message };
  }
  keepDemo(begun.story.storyId);
  return { name: "story", Story: DemoStage, story: begun.story };
}

/** The story that this tab showed before a reload; `null`: it no longer exists. Throws an `AppError`. */
export async function resumeDemoStage(storyId: string): Promise<DemoState | null> {
  const story = await fetchDemo(storyId);
  if (story !== null) return { name: "story", Story: DemoStage, story };
  keepDemo(null);
  return null;
}
