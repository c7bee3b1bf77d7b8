import { useRef, useState } from "react";
import { makeLazyDialog } from "./lazy-dialog.tsx";

export const LazyMenuPopup = makeLazyDialog(async () => (await import("./popup-panels.tsx")).MenuPopup);
export const LazyPanelPopup = makeLazyDialog(async () => (await import("./popup-panels.tsx")).PanelPopup);

/** The props of a button and of the popup that it opens. The popup's code is loaded when somebody points at the button. */
export function usePopup(Popup: { preload: () => void }, onOpen?: () => void) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return {
    button: {
      ref: anchor,
      "aria-expanded": open,
      "data-needs-script": true,
      onPointerEnter: Popup.preload,
      onFocus: Popup.preload,
      onClick: () => {
        anchor.current?.focus(); // not every browser gives the focus to a button that is pressed
        setOpen(!open);
        if (!open) onOpen?.();
      },
    },
    popup: { open, onClose: () => setOpen(false), anchor },
  };
}
