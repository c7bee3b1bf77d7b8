import type { KeyboardEvent, ReactNode } from "react";
import { isCombined } from "./use-one-stop.ts";

type Tab<Name extends string> = {
  name: Name;
  text: string;
  /** How many things it shows. */
  count?: number | undefined;
};

type TabsProps<Name extends string> = {
  /** What is chosen among. */
  label: string;
  /** The id of the panel, which every tab shows its content in. */
  panelId: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
};

/** A row of tabs over one `TabPanel`. The arrow keys, Home and End choose. */
export function Tabs<Name extends string>({ label, panelId, tabs, chosen, onChoose }: TabsProps<Name>) {
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (isCombined(event)) return;
    const at = tabs.findIndex(({ name }) => name === chosen);
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const by = {
      ArrowRight: isRtl ? -1 : 1,
      ArrowLeft: isRtl ? 1 : -1,
      Home: -at,
      End: tabs.length - 1 - at,
    };
    const step = (by as Record<string, number>)[event.key];
    const next = step === undefined ? undefined : tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.name);
    document.getElementById(toTabId(panelId, next.name))?.focus();
  }
  return (
    <div className="flex gap-24" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ name, text, count }) => (
        <button
          key={name}
          type="button"
          id={toTabId(panelId, name)}
          role="tab"
          aria-selected={name === chosen}
          aria-controls={panelId}
          tabIndex={name === chosen ? 0 : -1}
          className="min-width-0 nav-link"
          onClick={() => onChoose(name)}
        >
          <span className="ellipsis">{text}</span>
          {count !== undefined && <span className="muted digits">{count}</span>}
        </button>
      ))}
    </div>
  );
}

type TabPanelProps = { id: string; chosen: string; className?: string | undefined; children: ReactNode };

/** What the chosen tab shows. */
export function TabPanel({ id, chosen, className, children }: TabPanelProps) {
  return (
    <div id={id} role="tabpanel" aria-labelledby={toTabId(id, chosen)} className={className}>
      {children}
    </div>
  );
}

function toTabId(panelId: string, name: string): string {
  return `${panelId}-${name}`;
}
