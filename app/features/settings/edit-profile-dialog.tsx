import { useState } from "react";
import { Problem } from "#app/features/layout/page.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
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
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function save(form: FormData): Promise<void> {
    const failure = await saveUser(user.id, { name: String(form.get("name") ?? "") });
    if (failure === null) {
      window.location.assign(PROFILE_SAVED_PATH);
      return;
    }
    const isWrong = failure.field === "name";
    setError(isWrong ? failure.message : null);
    setProblem(isWrong ? null : describeProfileProblem(failure));
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Edit profile"
      submit="Save"
      submitting="Saving..."
      onSubmit={save}
    >
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
    </FormDialog>
  );
}

/** What a person reads when their name could not be stored. */
export function describeProfileProblem({ code, message }: AppError): string {
  if (code === "UNREACHABLE") return "An error occurred while updating your profile.";
  return `Failed to update profile. ${message}`;
}
