import { Play } from "lucide-react";
import { type ReactNode, type RefObject, useId, useRef } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";
import { wearTheme } from "#app/ui/page-colours.ts";
import { PanelPopup } from "#app/ui/popup-panels.tsx";
import { THEME_NAMES, THEMES, type Theme } from "#domain/themes.ts";
import { hasSpeech } from "../listen/speech.ts";
import styles from "./reading-panel.module.css";
import type { ReadingSettings } from "./reading-settings.ts";
import { changeReadingSettings, readLastTheme, useReadingSettings } from "./use-reading-settings.ts";

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
        <Choice
          title="Size"
          options={[
            { value: "small", name: "Small", sign: <i data-size="small">A</i> },
            { value: "regular", name: "Regular", sign: <i data-size="regular">A</i> },
            { value: "large", name: "Large", sign: <i data-size="large">A</i> },
            { value: "largest", name: "Largest", sign: <i data-size="largest">A</i> },
          ]}
          {...choice("size")}
        />
        <Choice
          title="Width"
          options={[
            { value: "regular", name: "Regular", sign: <Lines width={14} gap={5} frame /> },
            { value: "wide", name: "Wide", sign: <Lines width={22} gap={5} frame /> },
          ]}
          {...choice("width")}
        />
        <Choice
          title="Lines"
          options={[
            { value: "close", name: "Close", sign: <Lines width={22} gap={4.5} /> },
            { value: "regular", name: "Regular", sign: <Lines width={22} gap={6.5} /> },
            { value: "open", name: "Open", sign: <Lines width={22} gap={8.5} /> },
          ]}
          {...choice("lines")}
        />
        <Choice
          title="Typeface"
          options={[
            { value: "serif", name: "Serif" },
            { value: "sans", name: "Sans" },
            { value: "easy", name: "Easy", about: "drawn for people with dyslexia" },
          ]}
          {...choice("face")}
        />
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
              popup.onClose();
              onListen();
            }}
          >
            <span className={styles.start}>
              <Play size={20} fill="currentColor" aria-hidden="true" />
            </span>
            Listen from here
          </button>
        )}
      </div>
    </PanelPopup>
  );
}

type Option<Value extends string> = { value: Value; name: string; sign?: ReactNode; about?: string };
type ChoiceProps<Value extends string> = {
  title: string;
  options: readonly Option<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({ title, options, chosen, onChoose }: ChoiceProps<Value>) {
  const group = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      <div className={styles.values}>
        {options.map(({ value, name, sign, about }) => (
          <label key={value} className={`${styles.value} relative`}>
            <input
              type="radio"
              name={group}
              value={value}
              checked={value === chosen}
              aria-label={about ? `${name}, ${about}` : name}
              onChange={() => onChoose(value)}
            />
            <span className="middle tap-height" aria-hidden="true" data-value={value}>
              {sign ?? name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
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
    <fieldset className={styles.themes}>
      <legend className="visually-hidden">Theme on this device</legend>
      {THEMES.map((theme) => (
        <label className="stack relative gap-6 smaller text-center" key={theme}>
          <input
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
