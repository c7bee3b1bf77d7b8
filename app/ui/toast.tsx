import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { Toaster as Sonner, toast } from "sonner";
import { NOTICE_PARAMETER, noticeOf } from "./notices.ts";
import "./toast.css";

/** The specification's times and number. */
const TOAST_MS = 5_000;
const SUCCESS_MS = 2_000;
const ERROR_MS = 4_000;
const TOASTS_KEPT = 20;
/** Long enough to notice a mistake; what was deleted can be restored for longer elsewhere. */
const UNDO_MS = 10_000;

/** Where toasts appear: bottom right, and above an input bar where they would lie on it. */
export function Toaster() {
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

type ErrorOptions = { id?: string; description?: string; duration?: number };
type SuccessOptions = {
  id?: string;
  /** Takes back what was done; the toast then stays longer and offers it. */
  undo?: () => void;
};

/** What went wrong, and what is safe. */
export function showError(message: string, options: ErrorOptions = {}): void {
  toast.error(message, { duration: ERROR_MS, ...options });
  letOldOnesGo();
}

/** What was done. */
export function showSuccess(message: string, { undo, ...options }: SuccessOptions = {}): void {
  const offer = undo && { duration: UNDO_MS, action: { label: "Undo", onClick: undo } };
  toast.success(message, { duration: SUCCESS_MS, ...offer, ...options });
  letOldOnesGo();
}

function letOldOnesGo(): void {
  for (const { id } of toast.getToasts().slice(0, -TOASTS_KEPT)) toast.dismiss(id);
}

/** Shows the notice that a redirect left in the address, once, and takes it out of the address. */
export function NoticeFromAddress() {
  const [parameters, setParameters] = useSearchParams();
  const code = parameters.get(NOTICE_PARAMETER);
  useEffect(() => {
    if (code === null) return;
    const notice = noticeOf(code);
    if (notice?.kind === "success") showSuccess(notice.text, { id: code });
    if (notice?.kind === "error") showError(notice.text, { id: code });
    setParameters(
      (current) => {
        const rest = new URLSearchParams(current);
        rest.delete(NOTICE_PARAMETER);
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [code, setParameters]);

  const notice = noticeOf(code);
  if (notice === null) return null;
  return (
    <noscript>
      <p role="status" className="plain-notice">
        {notice.text}
      </p>
    </noscript>
  );
}
