import {
  changeReadingSettings,
  useReadingSettings,
} from "#app/features/conversation/reading-settings/use-reading-settings.ts";
import { Segments } from "#app/ui/choices.tsx";
import styles from "./settings-section.module.css";
import { SettingSwitch } from "./settings-section.tsx";

const PACES = { calm: "Calm", fast: "Fast", once: "At once" };
const SPOKEN = { sentences: "Each sentence", reply: "The whole reply", nothing: "Nothing" };

/** Comforts of reading and writing on this device that are not about the look of the text. */
export function ReadingComfort() {
  const { reveal, suggestions, previously, hand, spoken } = useReadingSettings();
  return (
    <div className={`${styles.body} stack content-start gap-20`}>
      <div className={`${styles.row} spread gap-20`}>
        <Segments
          legend="How a reply appears"
          values={["calm", "fast", "once"] as const}
          toName={(pace) => PACES[pace]}
          chosen={reveal}
          onChoose={(pace) => changeReadingSettings({ reveal: pace })}
        />
      </div>
      <SettingSwitch
        label="Booky’s suggestions"
        hint="The button that proposes what could happen next."
        isOn={suggestions === "shown"}
        onChange={(isOn) => changeReadingSettings({ suggestions: isOn ? "shown" : "hidden" })}
      />
      <SettingSwitch
        label="Previously…"
        hint="Three sentences on what happened, when you come back to a story after more than a day."
        isOn={previously === "shown"}
        onChange={(isOn) => changeReadingSettings({ previously: isOn ? "shown" : "hidden" })}
      />
      <SettingSwitch
        label="Left-handed bar"
        hint="On a phone: continue, write and send stand at the left."
        isOn={hand === "left"}
        onChange={(isOn) => changeReadingSettings({ hand: isOn ? "left" : "right" })}
      />
      <div className={`${styles.row} spread gap-20`}>
        <Segments
          legend="What a screen reader says of a reply"
          values={["sentences", "reply", "nothing"] as const}
          toName={(what) => SPOKEN[what]}
          chosen={spoken}
          onChoose={(what) => changeReadingSettings({ spoken: what })}
        />
      </div>
    </div>
  );
}
