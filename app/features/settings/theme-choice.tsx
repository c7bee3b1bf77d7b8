import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { attempt } from "#app/features/api/call-api.ts";
import {
  changeReadingSettings,
  useReadingSettings,
} from "#app/features/conversation/reading-settings/use-reading-settings.ts";
import { Button } from "#app/ui/button.tsx";
import { wearTheme } from "#app/ui/page-colours.ts";
import { THEME_NAMES, THEMES, type Theme } from "#domain/themes.ts";
import { saveUser } from "./save-settings.ts";
import styles from "./theme-choice.module.css";

/**
 * The themes, each with a preview. The page changes at once; if the choice can't be stored, it changes back. A choice here is also that
 * of this device, which may have had one of its own.
 */
export function ThemeChoice({ userId, theme }: { userId: string; theme: Theme }) {
  const [chosen, setChosen] = useState(theme);
  const { revalidate } = useRevalidator();
  const ofDevice = useReadingSettings().theme;
  const last = useRef({ chosen: theme, saved: theme, ofDevice });

  function wearAlways(next: Theme): void {
    wearTheme(next);
    changeReadingSettings({ theme: "account" });
  }

  async function choose(next: Theme): Promise<void> {
    wearAlways(next);
    setChosen(next);
    if (last.current.chosen === last.current.saved) last.current.ofDevice = ofDevice; // as nothing is being saved
    last.current.chosen = next;
    const isSaved = await attempt("Your theme could not be saved.", async () => {
      await saveUser(userId, { settings: { theme: next } });
      await revalidate();
    });
    if (isSaved) last.current.saved = next;
    if (isSaved || last.current.chosen !== next) return;
    const { saved, ofDevice: before } = last.current;
    changeReadingSettings({ theme: before });
    wearTheme(before === "account" ? saved : before);
    setChosen(saved);
    last.current.chosen = saved;
  }

  return (
    <div>
      <fieldset className={`${styles.themes} stack gap-20`}>
        <legend className="visually-hidden">Theme</legend>
        {THEMES.map((name) => (
          <label key={name} className={`${styles.theme} stack content-start gap-10`}>
            <span
              className={`${styles.page} stack gap-8 padding-16 bordered`}
              data-theme={name}
              aria-hidden="true"
            >
              <span className={styles.prose}>
                The radio hissed at nine. <b>Mara Voss</b> set down her cup.
              </span>
              <span className={`${styles.own} italic`}>I answer the call.</span>
              <span className={`${styles.colours} flex gap-8`}>
                <i />
                <i />
                <i />
              </span>
            </span>
            <span className={`${styles.name} row gap-10`}>
              <input type="radio" name="theme" checked={chosen === name} onChange={() => void choose(name)} />
              {THEME_NAMES[name]}
            </span>
          </label>
        ))}
      </fieldset>
      {ofDevice !== "account" && (
        <p className="row wrap gap-16 margin-top-16 muted">
          This device shows {THEME_NAMES[ofDevice]}, as chosen under Aa in a story.
          <Button onClick={() => wearAlways(chosen)}>Show {THEME_NAMES[chosen]} here too</Button>
        </p>
      )}
    </div>
  );
}
