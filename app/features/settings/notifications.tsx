import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { attempt } from "#app/features/api/call-api.ts";
import {
  setReplyNotifications,
  wantsReplyNotifications,
} from "#app/features/conversation/reply-notifications.ts";
import { showError } from "#app/ui/show-toast.tsx";
import { saveUser } from "./save-settings.ts";
import { SettingSwitch } from "./settings-section.tsx";

/** Which notifications the person gets, and where. */
export function Notifications({ userId, usageWarnings }: { userId: string; usageWarnings: boolean }) {
  const [tellsReplies, setTellsReplies] = useState(false);
  const [warns, setWarns] = useState(usageWarnings);
  const { revalidate } = useRevalidator();
  useEffect(() => setTellsReplies(wantsReplyNotifications()), []);

  async function changeReplies(isOn: boolean): Promise<void> {
    const isOnNow = await setReplyNotifications(isOn);
    setTellsReplies(isOnNow);
    if (isOn && !isOnNow) {
      showError("Your browser does not allow notifications from Talespark.", {
        id: "notifications",
        description: "You can allow them in the browser's settings for this site.",
      });
    }
  }

  async function changeWarnings(isOn: boolean): Promise<void> {
    setWarns(isOn);
    const isSaved = await attempt("Your choice could not be saved.", async () => {
      await saveUser(userId, { settings: { usageWarnings: isOn } });
      await revalidate();
    });
    if (!isSaved) setWarns(!isOn);
  }

  return (
    <>
      <SettingSwitch
        label="When a reply is ready"
        hint="A browser notification while Talespark is in another tab. Your browser asks you first."
        isOn={tellsReplies}
        onChange={(isOn) => void changeReplies(isOn)}
      />
      <SettingSwitch
        label="Before Sparks run out"
        hint="A quiet line above the page, never a window over it."
        isOn={warns}
        onChange={(isOn) => void changeWarnings(isOn)}
      />
    </>
  );
}
