import { useState } from "react";
import { Problem } from "#app/features/layout/page.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { ACCOUNT_NAME_MAX, type UserRecord } from "#domain/account.ts";
import type { AppError } from "#domain/errors.ts";
import { saveUser } from "./save-settings.ts";

/** The address of the settings after a changed name: the page is reloaded and shows a confirmation. */
const PROFILE_SAVED_PATH = "/settings?toast=profile-updated";

type EditProfileDialogProps = {
  open: boolean;
  user: Pick<UserRecord, "id" | "name">;
  onClose: () => void;
};

/** Edits the person's name. The dialog stays open until the name is stored; then the page is reloaded, as specified. */
export function EditProfileDialog({ open, user, onClose }: EditProfileDialogProps) {
  const [failure, setFailure] = useState<AppError | null>(null);
  if (!open && failure !== null) setFailure(null);
  const isNameWrong = failure?.field === "name";

  async function save(form: FormData): Promise<void> {
    const found = await saveUser(user.id, { name: String(form.get("name") ?? "") });
    setFailure(found);
    if (found !== null) return;
    window.location.assign(PROFILE_SAVED_PATH);
    await new Promise(() => undefined); // never ends: the form stays busy until the new page replaces it
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
        error={isNameWrong ? failure.message : null}
        onChange={() => isNameWrong && setFailure(null)}
      />
      {failure !== null && !isNameWrong && <ProfileProblem failure={failure} />}
    </FormDialog>
  );
}

/** What a person reads when their name could not be stored. */
function ProfileProblem({ failure: { code, message } }: { failure: AppError }) {
  if (code === "UNREACHABLE") return <Problem>An error occurred while updating your profile.</Problem>;
  return (
    <Problem>
      Failed to update profile
      <br />
      {message}
    </Problem>
  );
}
