import { useEffect } from "react";
import { useNavigate } from "react-router";
import type { LiveConversation } from "#app/features/conversation/live/use-conversation.ts";
import { withNotice } from "#app/ui/notices.ts";
import { showError } from "#app/ui/toast.tsx";
import { toSignInPath } from "#domain/return-path.ts";
import type { TurnKind } from "#domain/turn-kinds.ts";
import { useKnownChanges } from "../changes/story-changes.tsx";

/** The specification's sentences for what was asked for when the session had ended. */
const LOGIN_NEEDED: Record<TurnKind, string> = {
  message: "You must be logged in to send messages",
  continue: "You must be logged in to continue the story",
  regenerate: "You must be logged in to continue the story",
  opening: "You must be logged in to continue the story",
};

/** Leaves a story that cannot be read any longer: the session has ended, or the story was deleted elsewhere. */
export function useEndings(conversation: LiveConversation, storyId: string): void {
  const navigate = useNavigate();
  const { connection, deleted, request } = conversation.state;
  const wanted = request?.kind ?? null;
  const deletedHere = useKnownChanges().get(storyId)?.change.intent === "delete";
  useEffect(() => {
    if (connection === "signed-out") {
      if (wanted !== null) showError(LOGIN_NEEDED[wanted]);
      void navigate(toSignInPath(`/stories/${storyId}`), { replace: true });
    } else if ((connection === "gone" || deleted) && !deletedHere) {
      void navigate(withNotice("/stories", "story-not-found"), { replace: true });
    }
  }, [connection, wanted, deleted, deletedHere, navigate, storyId]);
}
