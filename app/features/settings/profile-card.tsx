import { useState } from "react";
import { Problem } from "#app/features/layout/page.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { ACCOUNT_NAME_MAX, type UserRecord } from "#domain/account.ts";
import type { AppError } from "#domain/errors.ts";
import { formatCount } from "#domain/numbers.ts";
import styles from "./profile-card.module.css";
import { saveUser } from "./save-settings.ts";

type ProfileCardProps = {
  user: Pick<UserRecord, "id" | "name" | "email" | "tier">;
  totalStories: number;
  totalCharacters: number;
};

/** The person's name, e-mail and plan, their totals, and the button to change the name. */
export function ProfileCard({ user, totalStories, totalCharacters }: ProfileCardProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <section className={`${styles.card} row wrap gap-24 bordered card-corners raised`} aria-label="Profile">
      <div className={`${styles.who} row min-width-0 grow-from-240 gap-24`}>
        <span className={`${styles.avatar} middle no-shrink round`} aria-hidden="true">
          {Array.from(user.name.trim())[0] ?? "?"}
        </span>
        <div className="min-width-0">
          <h2 className="break-anywhere" dir="auto">
            {user.name}
          </h2>
          {user.email && <p className="muted break-anywhere">{user.email}</p>}
          <p className="margin-top-8">
            <Badge>{user.tier === "premium" ? "Premium" : "Free"}</Badge>
          </p>
        </div>
      </div>
      <dl className={`${styles.counts} flex`}>
        <Count name="Total Stories" count={totalStories} />
        <Count name="Total Characters" count={totalCharacters} />
      </dl>
      <Button data-needs-script onClick={() => setEditing(true)}>
        Edit profile
      </Button>
      <EditProfileDialog open={isEditing} user={user} onClose={() => setEditing(false)} />
    </section>
  );
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatCount(count)}</dd>
    </div>
  );
}

/** The address of the settings after a changed name: the page is reloaded and shows a confirmation. */
const PROFILE_SAVED_PATH = "/settings?toast=profile-updated";

type EditProfileDialogProps = {
  open: boolean;
  user: Pick<UserRecord, "id" | "name">;
  onClose: () => void;
};

/** Edits the person's name. The dialog stays open until the name is stored; then the page is reloaded, as specified. */
function EditProfileDialog({ open, user, onClose }: EditProfileDialogProps) {
  const [failure, setFailure] = useState<AppError | null>(null);
  if (!open && failure !== null) setFailure(null);

  async function save(form: FormData): Promise<void> {
    setFailure(null);
    await saveUser(user.id, { name: String(form.get("name") ?? "") });
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
      onFailed={setFailure}
    >
      <TextField label="Name" name="name" required max={ACCOUNT_NAME_MAX} defaultValue={user.name} />
      {failure !== null && <ProfileProblem failure={failure} />}
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
