import {
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { IconButton } from "./button.tsx";
import styles from "./menu.module.css";

type MenuProps = {
  /** Its name, for everybody, such as 'Story menu'. */
  label: string;
  /** What it belongs to, where there are several alike. */
  of?: string;
  icon: ReactNode;
  onOpen?: () => void;
  children: ReactNode;
};

/**
 * A button with a menu: a native popover, which places itself at its button, closes on Escape or a click beside it, and
 * needs no extra code. The arrow keys, Home and End move between its entries; choosing an entry closes the menu. The entries
 * are not rendered before the first opening: a page of the library has 24 menus.
 */
export function Menu({ label, of, icon, onOpen, children }: MenuProps) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    // A person can open it before the page's script runs.
    if (popover.current?.matches(":popover-open")) setWasOpened(true);
  }, []);
  return (
    <>
      <IconButton
        label={label}
        {...(of === undefined ? {} : { of })}
        icon={icon}
        popoverTarget={id}
        aria-haspopup="menu"
      />
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles.menu}
        onBeforeToggle={({ newState }) => {
          if (newState === "open") setWasOpened(true);
        }}
        onToggle={(event) => {
          focusFirst(event);
          if (event.newState === "open") onOpen?.();
        }}
        onKeyDown={moveFocus}
      >
        {wasOpened && children}
      </div>
    </>
  );
}

/** Three dots: a button that opens a menu. Drawn by its style, because each card of a list has it. */
export function MoreIcon() {
  return <span className={styles.more} />;
}

type MenuItemProps = {
  icon: ReactNode;
  danger?: boolean;
  /** Called with the entry when it is chosen. An entry without it submits the form that contains it. */
  onSelect?: (item: HTMLElement) => void;
  children: ReactNode;
};

export function MenuItem({ icon, danger, onSelect, children }: MenuItemProps) {
  return (
    <button
      type={onSelect ? "button" : "submit"}
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      data-danger={danger || undefined}
      onClick={({ currentTarget }) => {
        // First, so that the focus is back on the menu's button before a dialog remembers where it was.
        currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        onSelect?.(currentTarget);
      }}
    >
      {icon}
      {children}
    </button>
  );
}

function focusFirst({ newState, currentTarget }: ToggleEvent<HTMLElement>): void {
  if (newState === "open") listItems(currentTarget)[0]?.focus({ preventScroll: true });
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  if (event.key === "Tab") {
    menu.hidePopover();
    return;
  }
  const items = listItems(menu);
  const at = items.findIndex((item) => item.matches(":focus"));
  const next = nextIndex(event.key, at, items.length);
  if (next === null) return;
  event.preventDefault();
  items[next]?.focus();
}

/** The index of the entry to which a key moves from the entry `at`; `null`: the menu does not use this key. */
function nextIndex(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowUp":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

function listItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]")];
}
