import { Dialog as Base } from "@base-ui/react/dialog";
import { ChevronLeft, X } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { useBackCloses } from "./back-layers.ts";
import { IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { toFocusOptions } from "./media-queries.ts";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What kind of thing it is, in small above the title; part of its name. */
  over?: string;
  /** One or two sentences under the title. */
  text?: ReactNode;
  /**
   * `question` is a small box with its buttons below; `form` is wide, and fills a phone; `sheet` comes from the end of the
   * page, and fills a phone; `page` fills every screen. All but the first have a close button, and what is in `foot` stays in view while
   * the rest scrolls.
   */
  look?: "question" | "form" | "sheet" | "page";
  /** Stays under the title while the rest scrolls, such as tabs; for a `sheet`. */
  bar?: ReactNode;
  /** Going back closes it, in place of leaving the page. `false`: it has an address of its own, so that going back closes it anyway. */
  closesOnBack?: boolean;
  /**
   * Makes it the second layer of a sheet: an arrow, Escape and going back lead to the first, `onClose` closes both.
   * `label`: where the arrow leads.
   */
  back?: { label: string; onBack: () => void };
  /** The buttons. */
  foot?: ReactNode;
  /** A column before the rest, for a `form`; on a phone it comes under the title. */
  side?: ReactNode;
  children?: ReactNode;
  /** Takes the focus when it opens; without it the first thing that can have it does. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  /** Takes the focus when it has closed; empty or without it, what had it before does. */
  finalFocus?: RefObject<HTMLElement | null>;
};

/** A title of more characters is set smaller: it would fill half of a small phone. */
const LONG_TITLE = 60;

/** Something over the page. Traps and gives back focus, locks the page's scroll, closes on Escape and beside it. */
export function Dialog({
  open,
  onClose,
  title,
  over,
  text,
  look = "question",
  bar,
  closesOnBack = true,
  back,
  foot,
  side,
  children,
  initialFocus,
  finalFocus,
}: DialogProps) {
  const step = back?.onBack ?? onClose;
  useBackCloses(open && closesOnBack, step);
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (open && document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
  }, [open]);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && step()}>
      <Base.Portal>
        {/* Also over another dialog: what lies below steps back. */}
        <Base.Backdrop className={`${styles.backdrop} fixed`} forceRender={back === undefined} />
        <Base.Popup
          ref={passFocusOn}
          className={`${styles.popup} ${look === "question" ? "" : styles.parts} fixed column raised shadow`}
          data-look={look}
          data-split={side === undefined ? undefined : ""}
          {...(initialFocus ? { initialFocus } : {})}
          {...(finalFocus ? { finalFocus: () => finalFocus.current ?? true } : {})}
          {...(back
            ? { finalFocus: () => (opener.current?.isConnected ? opener.current : findFirstLayer()) }
            : {})}
        >
          <div className={`${styles.head} flex space-between items-start gap-16`} data-tips="below">
            {back && (
              <IconButton
                label={back.label}
                icon={<ChevronLeft className="points" size={20} />}
                onClick={() => back.onBack()}
                data-back=""
              />
            )}
            <Base.Title className={title.length > LONG_TITLE ? "name" : "break-anywhere"} dir="auto">
              {over && (
                <span className={styles.over}>
                  {over}
                  <span className={styles.colon}>: </span>
                </span>
              )}
              {title}
            </Base.Title>
            {look !== "question" && (
              <IconButton label="Close" icon={<X size={20} />} onClick={() => onClose()} data-close="" />
            )}
          </div>
          {bar && <div className={styles.bar}>{bar}</div>}
          {side && <div className={styles.side}>{side}</div>}
          {text && (
            <Base.Description className={`${styles.text} margin-top-12 muted`}>{text}</Base.Description>
          )}
          {/* A sheet may have nothing to press, and is scrolled by keyboard too. */}
          {children && (
            <div className={styles.body} {...(look === "sheet" || look === "page" ? { tabIndex: 0 } : {})}>
              {children}
            </div>
          )}
          {foot && <div className={`${styles.foot} flex wrap justify-end gap-12`}>{foot}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The sheet below its second layer. The focus goes there when what opened the layer is gone, such as an entry that was deleted. */
function findFirstLayer(): HTMLElement | null {
  return document.querySelector(`.${styles.popup}[data-look=sheet][data-open]`);
}

/** No text boxes: they would open the keyboard of a phone. */
const CONTROLS = "a[href], button:enabled, select:enabled, [role=treeitem]";

/**
 * When the control with the focus is removed, the library moves the focus to the dialog. This moves it on to the next control after the
 * removed one, or to the last control.
 */
function passFocusOn(dialog: HTMLElement | null): (() => void) | undefined {
  if (dialog === null) return;
  let focused: Element = dialog;
  const place = document.createRange(); // it stays in its place when what is in it is removed
  const pass = () => {
    if (document.activeElement !== dialog) return;
    const controls = [...dialog.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) =>
      one.checkVisibility(),
    );
    (controls.find((one) => place.comparePoint(one, 0) >= 0) ?? controls.at(-1))?.focus(toFocusOptions());
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target !== dialog && target instanceof Element) {
      focused = target;
      place.selectNode(target);
    } else if (!focused.isConnected) {
      requestAnimationFrame(() => setTimeout(pass)); // the library does so twice, the second time in the next frame
    }
  };
  dialog.addEventListener("focusin", onFocus);
  return () => dialog.removeEventListener("focusin", onFocus);
}
