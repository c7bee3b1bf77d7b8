import { type FormEvent, useId, useState } from "react";
import { Problem } from "#app/features/layout/page.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { ACCOUNT_NAME_MAX, type UserRecord } from "#domain/account.ts";
import type { AppError } from "#domain/errors.ts";
import { saveUser } from "./save-settings.ts";

/** The address of the settings after a changed name: the page is reloaded and shows a confirmation. */
export const PROFILE_SAVED_PATH = "/settings?toast=profile-updated";

type EditProfileDialogProps = {
  open: boolean;
  user: Pick<UserRecord, "id" | "name">;
  onClose: () => void;
};

/** Edits the person's name. The dialog stays open until the name is stored; then the page is reloaded, as specified. */
export function EditProfileDialog({ open, user, onClose }: EditProfileDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Edit profile">
      <ProfileForm user={user} onClose={onClose} />
    </Dialog>
  );
}

function ProfileForm({ user, onClose }: Omit<EditProfileDialogProps, "open">) {
  const id = useId();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "");
    setSaving(true);
    const failure = await saveUser(user.id, { name });
    if (failure === null) {
      window.location.assign(PROFILE_SAVED_PATH);
      return;
    }
    setSaving(false);
    const isWrong = failure.field === "name";
    setError(isWrong ? failure.message : null);
    if (isWrong) setProblem(null);
    else setProblem(describeProfileProblem(failure));
  }

  return (
    <form id={id} onSubmit={submit} style={{ display: "grid", gap: 16 }}>
      <TextField
        label="Name"
        name="name"
        required
        max={ACCOUNT_NAME_MAX}
        defaultValue={user.name}
        error={error}
        onChange={() => setError(null)}
      />
      {problem !== null && <Problem>{problem}</Problem>}
      <div style={{ display: "flex", justifyContent: "flex-end", gap: 12 }}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={isSaving}>
          {isSaving ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}

/** What a person reads when their name could not be stored. */
export function describeProfileProblem({ code, message }: AppError): string {
  if (code === "UNREACHABLE") return "An error occurred while updating your profile.";
  return `Failed to update profile. ${message}`;
}
