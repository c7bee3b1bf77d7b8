import { Play } from "lucide-react";
import { type RefObject, useId, useRef } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";
import { Segments } from "#app/ui/choices.tsx";
import { wearTheme } from "#app/ui/page-colours.ts";
import { PanelPopup } from "#app/ui/popup-panels.tsx";
import { THEME_NAMES, THEMES, type Theme } from "#domain/themes.ts";
import { hasSpeech } from "../listen/speech.ts";
import styles from "./reading-panel.module.css";
import type { ReadingSettings } from "./reading-settings.ts";
import typeset from "./typeset.module.css";
import { changeReadingSettings, readLastTheme, useReadingSettings } from "./use-reading-settings.ts";

const NAMES = {
  small: "Small",
  regular: "Regular",
  large: "Large",
  largest: "Largest",
  wide: "Wide",
  close: "Close",
  open: "Open",
  serif: "Serif",
  sans: "Sans",
  easy: "Easy, drawn for people with dyslexia",
};
/** Between the lines of a sign, in px. */
const GAPS = { close: 4.5, regular: 6.5, open: 8.5 };

type ReadingPanelProps = {
  open: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null>;
  onListen: () => void;
};

/** Aa: how the text is set, and the theme of this device. The page changes behind it, so on a phone it leaves the upper half free. */
export function ReadingPanel({ onListen, ...popup }: ReadingPanelProps) {
  const settings = useReadingSettings();
  const root = useRouteLoaderData<typeof loader>("root");
  const account = root?.accountTheme ?? readLastTheme();
  const panel = useRef<HTMLDivElement>(null);
  const choice = <F extends keyof ReadingSettings>(field: F) => ({
    toName: (value: keyof typeof NAMES) => NAMES[value],
    chosen: settings[field],
    onChoose: (value: ReadingSettings[F]) => changeReadingSettings({ [field]: value }),
  });
  return (
    <PanelPopup
      {...popup}
      label="Text settings"
      isSheet
      initialFocus={() => panel.current?.querySelector<HTMLElement>("input:checked") ?? null}
    >
      <div ref={panel} className={`${styles.panel} stack gap-10`}>
        <div className={`${styles.choices} stack gap-10`}>
          <Segments
            legend="Size"
            values={["small", "regular", "large", "largest"] as const}
            toSign={(size) => (
              <i className={typeset["typeset"]} data-size={size}>
                A
              </i>
            )}
            {...choice("size")}
          />
          <Segments
            legend="Width"
            values={["regular", "wide"] as const}
            toSign={(width) => <Lines width={width === "wide" ? 22 : 14} gap={5} frame />}
            {...choice("width")}
          />
          <Segments
            legend="Lines"
            values={["close", "regular", "open"] as const}
            toSign={(lines) => <Lines width={22} gap={GAPS[lines]} />}
            {...choice("lines")}
          />
          <Segments
            legend="Typeface"
            values={["serif", "sans", "easy"] as const}
            toSign={(face) => <i data-face={face}>{NAMES[face].split(",")[0]}</i>}
            {...choice("face")}
          />
        </div>
        <Themes
          chosen={settings.theme === "account" ? account : settings.theme}
          onChoose={(theme) => {
            wearTheme(theme);
            changeReadingSettings({ theme: theme === account ? "account" : theme });
          }}
        />
        {hasSpeech() && (
          <button
            type="button"
            className="row gap-12 margin-top-4 padding-top-12 strong line-above"
            onClick={() => {
              popup.anchor.current?.focus(); // listening gives the focus back to it
              popup.onClose();
              onListen();
            }}
          >
            <span className={`${styles.start} middle round`}>
              <Play size={20} fill="currentColor" aria-hidden="true" />
            </span>
            Listen from here
          </button>
        )}
      </div>
    </PanelPopup>
  );
}

/** Three lines of text, in px. */
function Lines({ width, gap, frame = false }: { width: number; gap: number; frame?: boolean }) {
  const left = (30 - width) / 2;
  return (
    <svg width="30" height="22" viewBox="0 0 30 22" aria-hidden="true">
      {frame && <rect x="1" y="1" width="28" height="20" rx="3" data-frame="" />}
      {[-1, 0, 1].map((line) => (
        <path key={line} d={`M${left} ${11 + line * gap}h${line === 1 && frame ? width * 0.7 : width}`} />
      ))}
    </svg>
  );
}

function Themes({ chosen, onChoose }: { chosen: Theme; onChoose: (theme: Theme) => void }) {
  const group = useId();
  return (
    <fieldset className={`${styles.themes} stack gap-12 margin-top-4 line-above`}>
      <legend className="visually-hidden">Theme on this device</legend>
      {THEMES.map((theme) => (
        <label className="stack relative gap-6 smaller text-center" key={theme}>
          <input
            className="absolute"
            type="radio"
            name={group}
            value={theme}
            checked={theme === chosen}
            onChange={() => onChoose(theme)}
          />
          <span
            className={`${styles.swatch} stack each-start gap-6 bordered rounded`}
            data-theme={theme}
            aria-hidden="true"
          >
            Aa
          </span>
          {THEME_NAMES[theme]}
        </label>
      ))}
    </fieldset>
  );
}
