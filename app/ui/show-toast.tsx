import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { findNotice, NOTICE_PARAMETER } from "./redirect-notices.ts";
import type { ErrorOptions, SuccessOptions, Toast } from "./toast-list.tsx";
import "./toast.css";

type Show = (toast: Toast) => void;
type Offer = { label: string; onClick: () => void };

/** How long a toast is shown plainly, and one that offers something. */
const PLAIN_MS = 5_000;
const OFFER_MS = 15_000;

/** Toasts that were shown before the list of toasts was loaded. */
const waiting: Toast[] = [];
let show: Show | null = null;
let loadShelf: () => void = () => undefined;

/** The last call of the API was refused because nobody is signed in. */
let isSessionOver = false;

export function noteSession({ isOver }: { isOver: boolean }): void {
  isSessionOver = isOver;
}

export function isSignedOut(): boolean {
  return isSessionOver;
}

/** What went wrong, and what is safe. */
export function showError(message: string, options: ErrorOptions = {}): void {
  say({ kind: "error", message, options, isSessionOver });
}

/** A script could not be loaded. Browsers don't load it again before the page is loaded again, so that is offered. */
export function showNotLoaded(): void {
  showError("This could not be opened.", {
    description: "Nothing is lost. Please check your connection and load the page again.",
    action: { label: "Load again", onClick: () => location.assign(location.pathname + location.search) },
  });
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
 * anything to say about it: no page waits for it. If it can't be loaded, such as offline, the last one is shown plainly.
 */
export function Toaster() {
  const [Shelf, setShelf] = useState<ComponentType<{ onReady: (ready: Show) => void }> | null>(null);
  const [plain, setPlain] = useState<Toast | null>(null);
  useEffect(() => {
    loadShelf = () => {
      import("./toast-list.tsx").then(
        ({ ToastList }) => setShelf(() => ToastList),
        () => {
          const last = waiting.splice(0).at(-1);
          if (last) setPlain(last);
        },
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
  const offer = plain && findOffer(plain);
  useEffect(() => {
    if (plain === null) return;
    const timer = setTimeout(() => setPlain(null), findOffer(plain) === null ? PLAIN_MS : OFFER_MS);
    return () => clearTimeout(timer);
  }, [plain]);
  const take = ({ onClick }: Offer): void => {
    setPlain(null);
    onClick();
  };
  const onReady = useCallback((ready: Show) => {
    show = ready;
    for (const toast of waiting.splice(0)) ready(toast);
  }, []);
  return (
    <>
      {plain !== null && (
        <div
          className="plain-toast fixed center-block bordered card-corners raised text-color shadow"
          role="alert"
        >
          {plain.message} {plain.kind === "error" && plain.options.description}{" "}
          {offer && (
            <button type="button" className="word-button block" onClick={() => take(offer)}>
              {offer.label}
            </button>
          )}
        </div>
      )}
      {Shelf !== null && <Shelf onReady={onReady} />}
    </>
  );
}

/** What a toast offers; `null`: nothing. */
function findOffer({ kind, options }: Toast): Offer | null {
  if (kind === "error") return options.action ?? null;
  return options.undo ? { label: "Undo", onClick: options.undo } : null;
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
      <p role="status" className="plain-notice text-center">
        {notice.text}
      </p>
    </noscript>
  );
}
