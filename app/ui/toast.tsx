import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { Toaster as Sonner, toast } from "sonner";
import { NOTICE_PARAMETER, noticeOf } from "./notices.ts";
import "./toast.css";

/** The specification's times. */
const TOAST_MS = 5_000;
const TOASTS_KEPT = 20;

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

/** What happened, and what is safe. */
export function showError(message: string, options: { description?: string; duration?: number } = {}): void {
  toast.error(message, options);
}

/** Shows the notice that a redirect left in the address, once, and takes it out of the address. */
export function NoticeFromAddress() {
  const [parameters, setParameters] = useSearchParams();
  const code = parameters.get(NOTICE_PARAMETER);
  useEffect(() => {
    if (code === null) return;
    const notice = noticeOf(code);
    if (notice !== null) toast[notice.kind](notice.text, { id: code });
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
