import { Menu } from "@base-ui/react/menu";
import { Popover } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";
import { useBackCloses } from "./back-layers.ts";
import styles from "./popup-panels.module.css";

type PopupProps = {
  /** It is rendered only while it is open. */
  open: boolean;
  onClose: () => void;
  /** The button that opens it. It is placed there, and gives the focus back to it. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
};

type MenuProps = PopupProps & {
  /** Makes the entries, each of them with the library's component, which is loaded with this module. */
  renderEntries: (Item: typeof Menu.Item) => ReactNode;
};

/** As in the style sheet. */
const PHONE = "(max-width: 639px)";
/** The foot of the screen, in place of what the library computes. */
const SHEET = { position: "fixed", inset: "auto 0 0", transform: "none" } as const;

/** Under its button, its end at the button's end; above it where there is no room below. */
const PLACE = { align: "end", sideOffset: 4, collisionPadding: 8, className: styles.place } as const;

/** The open part of a menu: a list of entries, of which the arrow keys, Home, End and first letters choose one. */
export function MenuPopup({ open, onClose, anchor, label, renderEntries }: MenuProps) {
  useBackCloses(open, onClose);
  return (
    <Menu.Root open={open} onOpenChange={(_, change) => closeUnlessAt(anchor, change, onClose)} modal={false}>
      <Menu.Portal>
        <Menu.Positioner {...PLACE} anchor={anchor}>
          <Menu.Popup
            ref={focusFirst}
            className={styles.menu}
            aria-label={label}
            finalFocus={() => nextFocus(anchor)}
          >
            {renderEntries(Menu.Item)}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

type PanelProps = PopupProps & {
  /** Takes the focus when it opens; without it the first control does. */
  initialFocus?: () => HTMLElement | null;
  /** On a phone it fills the foot of the screen. */
  isSheet?: boolean;
  children: ReactNode;
};

/** A panel of controls or links that opens at a button. */
export function PanelPopup(props: PanelProps) {
  const { open, onClose, anchor, label, initialFocus, isSheet = false, children } = props;
  useBackCloses(open, onClose);
  return (
    <Popover.Root open={open} onOpenChange={(_, change) => closeUnlessAt(anchor, change, onClose)}>
      <Popover.Portal>
        <Popover.Positioner
          {...PLACE}
          {...(isSheet && window.matchMedia(PHONE).matches && { style: SHEET, "data-sheet": "" })}
          anchor={anchor}
        >
          <Popover.Popup
            className={styles.panel}
            aria-label={label}
            finalFocus={() => nextFocus(anchor)}
            {...(initialFocus && { initialFocus: () => initialFocus() ?? true })}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** A press on its button is not one beside it: the button itself closes it. */
function closeUnlessAt(
  anchor: RefObject<HTMLElement | null>,
  change: { event: Event; cancel: () => void },
  onClose: () => void,
): void {
  if (change.event.target instanceof Node && anchor.current?.contains(change.event.target)) change.cancel();
  else onClose();
}

/** Its button takes the focus when it closes, unless the person has put the focus elsewhere. */
function nextFocus(anchor: RefObject<HTMLElement | null>): HTMLElement | false {
  const focused = document.activeElement;
  const isElsewhere =
    focused !== null && focused !== document.body && focused.closest(`.${styles.place}`) === null;
  return isElsewhere ? false : (anchor.current ?? false);
}

/** Later than this drawing, when the library knows the entries. It would not notice an earlier focus, and the first arrow key would do nothing. */
function focusFirst(menu: HTMLElement | null): void {
  queueMicrotask(() => menu?.querySelector<HTMLElement>("[role=menuitem]")?.focus({ preventScroll: true }));
}
