import { CircleAlert, CircleCheck } from "lucide-react";
import { type FocusEvent, type MouseEvent, useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { buttonClass } from "./button.tsx";
import { openSignIn } from "./open-sign-in.ts";

export type ErrorOptions = {
  id?: string;
  description?: string;
  duration?: number;
  /** What can be done about it; the toast then stays longer. */
  action?: { label: string; onClick: () => void };
};
export type SuccessOptions = {
  id?: string;
  /** Takes back what was done; the toast then stays longer and offers it. */
  undo?: () => void;
};
export type Toast =
  /** `isSessionOver`: it offers the sign-in, which leads back to this page. */
  | { kind: "error"; message: string; options: ErrorOptions; isSessionOver: boolean }
  | { kind: "success"; message: string; options: SuccessOptions };

/** More lie behind these, until the pointer or the focus is on them. */
const TOASTS_SHOWN = 3;
/** The specification's times and number. */
const TOAST_MS = 5_000;
const SUCCESS_MS = 2_000;
const ERROR_MS = 4_000;
const TOASTS_KEPT = 20;
/** Long enough to notice a mistake and press what the toast offers; there is always another way to the same. */
const ACTION_MS = 10_000;

/** Where toasts stand: bottom right, and above an input bar where they would lie on it. `onReady` is given what shows one. */
export function ToastList({ onReady }: { onReady: (show: (shown: Toast) => void) => void }) {
  // After the effects of what shows them, which would miss what comes earlier.
  useEffect(() => onReady(show), [onReady]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears when the focus leaves what is in it
    <div onBlur={dismissUnlessInUse}>
      <Sonner
        position="bottom-right"
        duration={TOAST_MS}
        visibleToasts={TOASTS_SHOWN}
        closeButton
        offset={{ bottom: "var(--toast-bottom)", right: 20 }}
        mobileOffset={{ bottom: "var(--toast-bottom)", left: 12, right: 12 }}
        icons={{
          success: <CircleCheck size={20} color="var(--success)" />,
          error: <CircleAlert size={20} color="var(--danger)" />,
        }}
        toastOptions={{
          unstyled: true,
          className: "toast flex items-start gap-12 bordered card-corners raised text-color small shadow",
          classNames: {
            content: "grow min-width-0",
            title: "medium",
            description: "muted",
            closeButton: "absolute middle muted",
            actionButton: `${buttonClass({ look: "quiet" })} self-center no-shrink`,
          },
        }}
      />
    </div>
  );
}

/** The library keeps toasts for good that the keyboard was in, by Alt+T, until a pointer comes over them. */
function dismissUnlessInUse({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (currentTarget.contains(relatedTarget) || currentTarget.matches(":hover")) return;
  if (currentTarget.querySelector('[data-expanded="true"]') !== null) toast.dismiss();
}

const SIGN_IN = { label: "Sign in", onClick: () => openSignIn() };

/** Shows a toast; the same once more takes the place of the first. */
export function show(shown: Toast): void {
  if (shown.kind === "error") {
    const { action = shown.isSessionOver ? SIGN_IN : undefined, ...options } = shown.options;
    const offer = action ? { duration: ACTION_MS, action } : { duration: ERROR_MS };
    toast.error(shown.message, { id: shown.message, ...offer, ...options });
  } else {
    const { undo, ...options } = shown.options;
    const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) => {
      currentTarget.blur(); // else the toast, which is removed, takes the focus back from where `undo` puts it
      undo?.();
    };
    const offer = undo && { duration: ACTION_MS, action: { label: "Undo", onClick } };
    // The same once more replaces the first, but each Undo takes back something else.
    const same = undo ? {} : { id: shown.message };
    toast.success(shown.message, { ...same, duration: SUCCESS_MS, ...offer, ...options });
  }
  for (const { id } of toast.getToasts().slice(0, -TOASTS_KEPT)) toast.dismiss(id);
}
