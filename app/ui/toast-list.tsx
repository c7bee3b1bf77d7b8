import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import type { Toast } from "./toast.tsx";

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
    <Sonner
      position="bottom-right"
      duration={TOAST_MS}
      visibleToasts={TOASTS_KEPT}
      expand
      closeButton
      offset={{ bottom: "var(--toast-bottom)", right: 20 }}
      mobileOffset={{ bottom: "var(--toast-bottom)", left: 12, right: 12 }}
      icons={{ success: <CircleCheck size={20} />, error: <CircleAlert size={20} /> }}
      toastOptions={{ className: "toast" }}
    />
  );
}

function show(shown: Toast): void {
  if (shown.kind === "error") {
    const duration = shown.options.action ? ACTION_MS : ERROR_MS;
    toast.error(shown.message, { duration, ...shown.options });
  } else {
    const { undo, ...options } = shown.options;
    const offer = undo && { duration: ACTION_MS, action: { label: "Undo", onClick: undo } };
    toast.success(shown.message, { duration: SUCCESS_MS, ...offer, ...options });
  }
  for (const { id } of toast.getToasts().slice(0, -TOASTS_KEPT)) toast.dismiss(id);
}
