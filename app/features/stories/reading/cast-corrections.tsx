import { Pencil, UserMinus, UsersRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as v from "valibot";
import { bringBack } from "#app/features/api/bring-back.ts";
import { attempt, callApi } from "#app/features/api/call-api.ts";
import { NewerFields } from "#app/features/forms/newer-fields.tsx";
import { useTextFields } from "#app/features/forms/use-text-fields.ts";
import { Options, Select, TextArea, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { useLast } from "#app/ui/lazy-dialog.tsx";
import { Menu, MenuItem, MoreIcon } from "#app/ui/menu.tsx";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { AppError } from "#domain/errors.ts";
import {
  CAST_NAME_MAX,
  CAST_TEXT_MAX,
  type CastMember,
  castMemberSchema,
  type PersonCorrection,
} from "#domain/story-record.ts";

const NOT_SAVED = "This correction could not be saved.";

function sayNotSaved({ message }: AppError): void {
  showError(NOT_SAVED, { description: message });
}

type Asked = { dialog: "correct" | "same"; member: CastMember };

/** Corrects people of a story. What a person says wins over all that is found later; each correction can be undone. */
export function useCastCorrections(storyId: string, known: readonly CastMember[]) {
  const [answer, setAnswer] = useState<{ cast: readonly CastMember[]; after: readonly CastMember[] } | null>(
    null,
  );
  const cast = answer?.after === known ? answer.cast : known;
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);

  /** Offers to take it back by `back`. Throws as `callApi` does. */
  async function correct(
    { personId }: CastMember,
    correction: PersonCorrection,
    back: PersonCorrection,
    done: string,
  ): Promise<void> {
    const send = async (body: PersonCorrection) => {
      const path = `/api/stories/${storyId}/cast/${personId}`;
      const corrected = await callApi("PATCH", path, v.array(castMemberSchema), { body });
      setAnswer({ cast: corrected, after: known });
    };
    await send(correction);
    showSuccess(done, { undo: () => void bringBack(() => send(back)) });
  }

  function takeOut(one: CastMember): void {
    const done = `“${one.name}” is not among the characters any more.`;
    void attempt(NOT_SAVED, () => correct(one, { isPerson: false }, { isPerson: true }, done));
  }

  const member = useLast(asked)?.member ?? null;
  return {
    /** The cast as it is now: with what was just corrected, before the story's own news of it arrives. */
    cast,
    /** What can be done about somebody; nothing for those from before people could be corrected. */
    renderMenu: (one: CastMember): ReactNode =>
      one.personId !== undefined && (
        <Menu label="Correct" of={one.name} icon={<MoreIcon />}>
          <MenuItem icon={<Pencil size={18} />} onSelect={() => setAsked({ dialog: "correct", member: one })}>
            Correct
          </MenuItem>
          {!one.isMainCharacter && (
            <>
              <MenuItem
                icon={<UsersRound size={18} />}
                onSelect={() => setAsked({ dialog: "same", member: one })}
              >
                Same person as…
              </MenuItem>
              <MenuItem icon={<UserMinus size={18} />} onSelect={() => takeOut(one)}>
                Not a person
              </MenuItem>
            </>
          )}
        </Menu>
      ),
    dialogs: (
      <>
        <CorrectDialog
          key={`correct ${member?.personId}`}
          open={asked?.dialog === "correct"}
          member={member}
          onClose={close}
          save={(correction, back) => member && correct(member, correction, back, "Corrected")}
        />
        <SameDialog
          key={`same ${member?.personId}`}
          open={asked?.dialog === "same"}
          member={member}
          others={cast.filter(({ personId }) => personId !== undefined && personId !== member?.personId)}
          onClose={close}
          save={(one, other) => {
            const done = `“${one.name}” and “${other.name}” are one person now.`;
            return correct(one, { sameAs: other.personId ?? null }, { sameAs: null }, done);
          }}
        />
      </>
    ),
  };
}

type CorrectDialogProps = {
  open: boolean;
  member: CastMember | null;
  onClose: () => void;
  /** Saves what has changed; `back` undoes it. Throws as `callApi` does. */
  save: (correction: PersonCorrection, back: PersonCorrection) => Promise<void> | null;
};

function CorrectDialog({ open, member, onClose, save }: CorrectDialogProps) {
  const texts = useTextFields(toTexts(member), open);
  async function submit(): Promise<void> {
    const { change, before } = texts.findChange();
    if (member === null || Object.keys(change).length === 0) return;
    await save({ ...change, before }, toBack(member, change, before));
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Correct a character"
      text="What you write here stays, whatever the AI finds later. Without a text its own comes back."
      submit="Save"
      submitting="Saving…"
      onSubmit={submit}
      onFailed={(failure) => !texts.showsNewer(failure) && sayNotSaved(failure)}
    >
      {texts.newer && (
        <NewerFields fields={texts.newer} labels={FIELD_LABELS} comesIntoView onChoose={texts.choose} />
      )}
      {FIELDS.filter(({ isOwners }) => !(isOwners && member?.isMainCharacter)).map(
        ({ name, label, max, isLong }) => {
          const field = { label, max, ...texts.bind(name) };
          return isLong ? <TextArea key={name} rows={3} {...field} /> : <TextField key={name} {...field} />;
        },
      )}
    </FormDialog>
  );
}

type Field = {
  name: "name" | "role" | "description" | "personality";
  label: string;
  max: number;
  isLong?: true;
  isOwners?: true;
};

/** `isOwners`: of the person's own character it is what they wrote themselves when they began the story. */
const FIELDS: readonly Field[] = [
  { name: "name", label: "Name", max: CAST_NAME_MAX, isOwners: true },
  { name: "role", label: "Role", max: CAST_TEXT_MAX },
  { name: "description", label: "Description", max: CAST_TEXT_MAX, isLong: true, isOwners: true },
  { name: "personality", label: "Personality", max: CAST_TEXT_MAX },
];

const FIELD_LABELS = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]));

type CastTexts = Record<Field["name"], string>;

function toTexts(member: CastMember | null): CastTexts {
  const { name = "", role, description, personality } = member ?? {};
  return { name, role: role ?? "", description: description ?? "", personality: personality ?? "" };
}

/** What takes a correction back: nothing, where the AI's own text was there. What was corrected again since stays. */
export function toBack(
  { corrected }: Pick<CastMember, "corrected">,
  change: Partial<CastTexts>,
  before: Partial<CastTexts>,
): PersonCorrection {
  const old = Object.entries(before).map(([field, text]) => [
    field,
    corrected?.includes(field) === false ? "" : text,
  ]);
  return { ...Object.fromEntries(old), before: change };
}

type SameDialogProps = {
  open: boolean;
  member: CastMember | null;
  /** Whom that may be. */
  others: readonly CastMember[];
  onClose: () => void;
  /** Throws as `callApi` does. */
  save: (one: CastMember, other: CastMember) => Promise<void>;
};

const NOBODY_CHOSEN = "Please choose who it is.";

function SameDialog({ open, member, others, onClose, save }: SameDialogProps) {
  async function submit(form: FormData): Promise<void> {
    const other = others.find(({ personId }) => personId === form.get("sameAs"));
    if (member === null) return;
    if (other === undefined) throw new AppError("INVALID_INPUT", { field: "sameAs", message: NOBODY_CHOSEN });
    await save(member, other);
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Same person as…"
      text={`“${member?.name}” stays as another name of the one you choose.`}
      submit="Save"
      submitting="Saving…"
      canSubmit={others.length > 0}
      onSubmit={submit}
      onFailed={sayNotSaved}
    >
      {others.length === 0 ? (
        <p>There is nobody else in this story yet.</p>
      ) : (
        <Select label="Who it is" name="sameAs" required>
          <option value="">Choose a name</option>
          <Options
            values={others.map(({ personId = "" }) => personId)}
            toName={(id) => others.find(({ personId }) => personId === id)?.name ?? ""}
          />
        </Select>
      )}
    </FormDialog>
  );
}
