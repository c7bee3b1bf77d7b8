import { showError } from "#app/ui/toast.tsx";
import type { SpeakerParts } from "./speech.ts";

/** The parts of a speaker in this browser. What fails is told to the person as well. */
export function browserSpeech(on: Pick<SpeakerParts, "onEnd"> & { onFailed?: () => void }): SpeakerParts {
  return {
    synthesis: window.speechSynthesis,
    createUtterance: (text) => new SpeechSynthesisUtterance(text),
    onEnd: on.onEnd,
    onFailed: (error) => {
      console.warn("Speech stopped", error);
      on.onFailed?.();
      showError("This could not be read aloud.", {
        id: "speech",
        description: "Your browser may have no voice for it.",
      });
    },
  };
}
