import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isLoggingOut } from "#app/features/auth/logout-form.tsx";
import { showError } from "#app/ui/show-toast.tsx";
import { toSignInPath } from "#domain/return-path.ts";
import type { LiveConversation } from "./live/use-conversation.ts";

/** The specification's sentence for a message that was under way when the session ended. */
export const LOGIN_TO_SEND = "You must be logged in to send messages";

type Endings = {
  /** The page of the conversation: the sign-in leads back to it. */
  path: string;
  /** The page that is opened when the conversation no longer exists. */
  goneTo: string;
  /** The sentence for another request than a message. */
  loginToContinue: string;
  /** This page is deleting the conversation, so its end is expected. */
  isDeleting: boolean;
};

/** Leaves a conversation that can't be read any longer: the session has ended, or it was deleted elsewhere. */
export function useEndings(
  { state }: LiveConversation,
  { path, goneTo, loginToContinue, isDeleting }: Endings,
): void {
  const navigate = useNavigate();
  const { connection, deleted, request } = state;
  const wanted = request?.kind ?? null;
  useEffect(() => {
    if (connection === "signed-out") {
      if (isLoggingOut()) return;
      if (wanted !== null) showError(wanted === "message" ? LOGIN_TO_SEND : loginToContinue);
      leave(toSignInPath(path));
    } else if ((connection === "gone" || deleted) && !isDeleting) {
      leave(goneTo);
    }

    function leave(to: string): void {
      if (holdsUnsaved()) window.location.replace(to);
      else void navigate(to, { replace: true });
    }
  }, [connection, wanted, deleted, isDeleting, navigate, path, goneTo, loginToContinue]);
}

/** Whether some typed text is not saved. Then the browser asks before it loads another document, and the person can stay. */
function holdsUnsaved(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}
