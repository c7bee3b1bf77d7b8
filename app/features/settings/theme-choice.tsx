import { useState } from "react";
import { useRevalidator } from "react-router";
import { showError } from "#app/ui/toast.tsx";
import { THEME_NAMES, THEMES, type Theme } from "#domain/themes.ts";
import { saveUser } from "./save-settings.ts";
import { SettingForm } from "./settings-section.tsx";
import styles from "./theme-choice.module.css";

/** The themes, each with a preview. The page changes at once; if the choice can't be stored, it changes back. */
export function ThemeChoice({ userId, theme }: { userId: string; theme: Theme }) {
  const [chosen, setChosen] = useState(theme);
  const { revalidate } = useRevalidator();

  async function choose(next: Theme): Promise<void> {
    wear(next);
    setChosen(next);
    const failure = await saveUser(userId, { settings: { theme: next } });
    if (failure === null) {
      await revalidate();
      return;
    }
    wear(theme);
    setChosen(theme);
    showError("Your theme could not be saved.", { id: "theme", description: failure.message });
  }

  return (
    <SettingForm intent="theme" save="Save the theme">
      <fieldset className={styles.themes}>
        <legend className="visually-hidden">Theme</legend>
        {THEMES.map((name) => (
          <label key={name} className={styles.theme}>
            <span className={styles.page} data-theme={name} aria-hidden="true">
              <span className={styles.prose}>
                The radio hissed at nine. <b>Mara Voss</b> set down her cup.
              </span>
              <span className={styles.own}>I answer the call.</span>
              <span className={styles.colours}>
                <i />
                <i />
                <i />
              </span>
            </span>
            <span className={styles.name}>
              <input
                type="radio"
                name="theme"
                value={name}
                checked={chosen === name}
                onChange={() => void choose(name)}
              />
              {THEME_NAMES[name]}
            </span>
          </label>
        ))}
      </fieldset>
    </SettingForm>
  );
}

function wear(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}
