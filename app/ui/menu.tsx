import type { Menu as Base } from "@base-ui/react/menu";
import { createContext, type ReactNode, use } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "./button.tsx";
import styles from "./menu.module.css";
import { LazyMenuPopup, usePopup } from "./popup.ts";

/** What an open menu gives to its entries. */
const MenuContext = createContext<{
  /** The library's entry, which is loaded with the menu. */
  Item: typeof Base.Item;
  /** Closes the menu at once, and returns its button, which has the focus again. */
  close: () => HTMLElement | null;
} | null>(null);

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
 * A button with a menu. The menu's code is loaded when somebody points at the button, and its entries are rendered only
 * while it is open: a page of the library has 24 menus.
 */
export function Menu({ label, of, icon, onOpen, children }: MenuProps) {
  const { button, popup } = usePopup(LazyMenuPopup, onOpen);
  function close(): HTMLElement | null {
    flushSync(popup.onClose);
    popup.anchor.current?.focus();
    return popup.anchor.current;
  }
  return (
    <>
      <IconButton
        label={label}
        {...(of === undefined ? {} : { of })}
        icon={icon}
        aria-haspopup="menu"
        {...button}
      />
      {popup.open && (
        <LazyMenuPopup
          {...popup}
          label={label}
          renderEntries={(Item) => <MenuContext value={{ Item, close }}>{children}</MenuContext>}
        />
      )}
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
  /**
   * Called with the menu's button when the entry is chosen. The menu is closed and the focus back on the button by then, because a
   * dialog remembers where the focus was. An entry without it submits the form that contains it, so it stays on the page.
   */
  onSelect?: (button: HTMLElement | null) => void;
  children: ReactNode;
};

export function MenuItem({ icon, danger, onSelect, children }: MenuItemProps) {
  const menu = use(MenuContext);
  if (menu === null) throw new Error("A MenuItem is outside of a Menu.");
  return (
    <menu.Item
      className={styles.item}
      data-danger={danger || undefined}
      nativeButton
      closeOnClick={false}
      render={<button type={onSelect ? "button" : "submit"} />}
      onClick={onSelect && (() => onSelect(menu.close()))}
    >
      {icon}
      {children}
    </menu.Item>
  );
}
