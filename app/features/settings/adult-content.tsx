import { useState } from "react";
import { useRevalidator } from "react-router";
import { LazyAgeDialog } from "#app/features/adult-content/adult-switch.tsx";
import { attempt } from "#app/features/api/call-api.ts";
import { Button } from "#app/ui/button.tsx";
import type { AgeConfirmation, UserRecord } from "#domain/account.ts";
import { ADULT_AGE } from "#domain/legal.ts";
import { saveAgeConfirmation } from "./save-settings.ts";
import { SettingRow, SettingSwitch } from "./settings-section.tsx";

/** The setting for adult content, and the confirmation of age that it needs. Both can be withdrawn. */
export function AdultContent({
  user,
}: {
  user: Pick<UserRecord, "id" | "ageConfirmed18NSFW" | "nsfwEnabled">;
}) {
  const [isAsking, setAsking] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { revalidate } = useRevalidator();

  async function save(settings: AgeConfirmation): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    await attempt("Your choice could not be saved.", async () => {
      await saveAgeConfirmation(user.id, settings);
      await revalidate();
    });
    setSaving(false);
  }

  return (
    <>
      <SettingSwitch
        label="Adult content (NSFW)"
        hint={`For readers of ${ADULT_AGE} or more. Off, every story is kept fit for a general audience.`}
        isOn={user.nsfwEnabled}
        onChange={(isOn) => {
          if (isOn && !user.ageConfirmed18NSFW) setAsking(true);
          else void save({ nsfwEnabled: isOn });
        }}
      />
      {user.ageConfirmed18NSFW && (
        <SettingRow
          title={`You have confirmed that you are ${ADULT_AGE} or older`}
          text="Taking it back turns adult content off."
        >
          <Button aria-disabled={isSaving} onClick={() => void save({ ageConfirmed18NSFW: false })}>
            Take it back
          </Button>
        </SettingRow>
      )}
      <LazyAgeDialog open={isAsking} onClose={() => setAsking(false)} userId={user.id} />
    </>
  );
}
