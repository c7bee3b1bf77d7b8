import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { findNotice, NOTICE_PARAMETER } from "./notices.ts";
import "./toast.css";

type ErrorOptions = {
  id?: string;
  description?: string;
  duration?: number;
  /** What can be done about it; the toast then stays longer. */
  action?: { label: string; onClick: () => void };
};
type SuccessOptions = {
  id?: string;
  /** Takes back what was done; the toast then stays longer and offers it. */
  undo?: () => void;
};
export type Toast =
  | { kind: "error"; message: string; options: ErrorOptions }
  | { kind: "success"; message: string; options: SuccessOptions };
type Show = (toast: Toast) => void;

/** Toasts that were shown before the list of toasts was loaded. */
const waiting: Toast[] = [];
let show: Show | null = null;
let loadShelf: () => void = () => undefined;

/** What went wrong, and what is safe. */
export function showError(message: string, options: ErrorOptions = {}): void {
  say({ kind: "error", message, options });
}

/** What was done. */
export function showSuccess(message: string, options: SuccessOptions = {}): void {
  say({ kind: "success", message, options });
}

function say(toast: Toast): void {
  if (show !== null) {
    show(toast);
    return;
  }
  waiting.push(toast);
  loadShelf();
}

/**
 * Where toasts appear. What draws them is loaded when somebody does something for the first time, before there can be
 * anything to say about it: no page waits for it.
 */
export function Toaster() {
  const [Shelf, setShelf] = useState<ComponentType<{ onReady: (ready: Show) => void }> | null>(null);
  useEffect(() => {
    loadShelf = () => {
      import("./toast-list.tsx").then(
        ({ ToastList }) => setShelf(() => ToastList),
        () => undefined, // no connection: the next toast asks again, and what waits is said then
      );
    };
    if (waiting.length > 0) loadShelf();
    const onFirst = () => loadShelf();
    const once = { once: true, capture: true, passive: true } as const;
    window.addEventListener("pointerdown", onFirst, once);
    window.addEventListener("keydown", onFirst, once);
    return () => {
      window.removeEventListener("pointerdown", onFirst, once);
      window.removeEventListener("keydown", onFirst, once);
    };
  }, []);
  const onReady = useCallback((ready: Show) => {
    show = ready;
    for (const toast of waiting.splice(0)) ready(toast);
  }, []);
  return Shelf === null ? null : <Shelf onReady={onReady} />;
}

/** Shows the notice that a redirect left in the address, once, and takes it out of the address. */
export function NoticeFromAddress() {
  const [parameters, setParameters] = useSearchParams();
  const code = parameters.get(NOTICE_PARAMETER);
  useEffect(() => {
    if (code === null) return;
    const notice = findNotice(code);
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

  const notice = findNotice(code);
  if (notice === null) return null;
  return (
    <noscript>
      <p role="status" className="plain-notice">
        {notice.text}
      </p>
    </noscript>
  );
}
