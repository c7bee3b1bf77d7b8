import { ChevronLeft } from "lucide-react";
import { useId, useRef, useState } from "react";
import { LazyAgeDialog } from "#app/features/adult-content/lazy-age-dialog.tsx";
import { asFailure } from "#app/features/api/call-api.ts";
import { LimitNotice } from "#app/features/billing/limit-notice.tsx";
import { isPlanLimit, type PlanLimit } from "#app/features/billing/limits.ts";
import { DraftNote } from "#app/features/forms/draft-note.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Switch } from "#app/ui/choices.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { showError, showSuccess } from "#app/ui/toast.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import { useDiscardQuestion } from "#app/ui/use-discard-question.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import { ADULT_AGE } from "#domain/legal.ts";
import { SPARKS_PER_IMAGE } from "#domain/plan.ts";
import type { ArtStyle } from "#domain/portraits.ts";
import { Cameo } from "../cameo.tsx";
import { createCharacter, paintPortrait, updateCharacter } from "../characters-api.ts";
import { Portrait } from "../portrait.tsx";
import { AppearanceStep } from "./appearance-step.tsx";
import { BookyPart } from "./booky-part.tsx";
import styles from "./character-dialog.module.css";
import { keepCharacterDraft, readCharacterDraft } from "./character-draft.ts";
import {
  type CharacterErrors,
  type CharacterValues,
  dropEmptyTags,
  isSameCharacter,
  NO_CHARACTER,
  toValues,
} from "./character-values.ts";
import { DetailsStep } from "./details-step.tsx";
import { useCharacterDraft } from "./use-character-draft.ts";
import { useCharacterForm } from "./use-character-form.ts";

type CharacterDialogProps = {
  open: boolean;
  onClose: () => void;
  userId: string;
  /** The character to change; `null`: a new one. */
  character: CharacterRecord | null;
  /** Begins with the picture of an existing character. */
  startAt?: "details" | "appearance";
  canWriteAdult: boolean;
  /** Pictures are drawn without an AI model: they are free, and called so. */
  isIllustrator: boolean;
  /** Somebody was created or changed; the dialog may go on with the picture. */
  onSaved: (character: CharacterRecord) => void;
};

const IMAGE_FAILED = "Failed to generate character image. Please try again.";

/** Creates or changes a character in two steps: details and appearance. */
export function CharacterDialog(props: CharacterDialogProps) {
  const { open, onClose, userId, character, startAt = "details", isIllustrator, onSaved } = props;
  const id = useId();
  const formBox = useRef<HTMLFormElement>(null);
  const [start] = useState(() =>
    character ? toValues(character) : (readCharacterDraft(userId) ?? NO_CHARACTER),
  );
  const form = useCharacterForm(start);
  const [savedValues, setSavedValues] = useState(start);
  const [saved, setSaved] = useState(character);
  const [step, setStep] = useState(startAt);
  const [busy, setBusy] = useState(false);
  const [style, setStyle] = useState<ArtStyle>("realistic");
  const [details, setDetails] = useState("");
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const [asksAge, setAsksAge] = useState(false);
  const [isAdult, setAdult] = useState(props.canWriteAdult);
  const painting = useRef<AbortController | null>(null);
  const request = useRef<{ text: string; id: string } | null>(null);
  const { values, change } = form;

  function showFaults(errors: CharacterErrors): void {
    form.setErrors(errors);
    const [first] = Object.keys(errors);
    if (first) formBox.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  /** The same id for the same input: a retry after a lost answer creates no second character. */
  function toRequestId(input: CharacterValues): string {
    const text = JSON.stringify(input);
    if (request.current?.text !== text) request.current = { text, id: crypto.randomUUID() };
    return request.current.id;
  }

  async function saveDetails(): Promise<void> {
    if (busy || !form.check()) {
      requestAnimationFrame(() => formBox.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setBusy(true);
    const input = dropEmptyTags(values);
    try {
      const record = saved
        ? await updateCharacter(saved.characterId, input)
        : await createCharacter({ ...input, customAttributes: {}, requestId: toRequestId(input) });
      request.current = null;
      if (saved === null) keepCharacterDraft(userId, null);
      setSaved(record);
      setSavedValues(values);
      onSaved(record);
      if (character !== null) {
        showSuccess("Character updated successfully");
        onClose();
        return;
      }
      if (saved === null) showSuccess("Character created successfully!");
      setStep("appearance");
    } catch (error) {
      const failure = asFailure(error);
      const field = failure.field;
      if (isPlanLimit(failure)) setLimit(failure);
      else if (field !== null && field in NO_CHARACTER) showFaults({ [field]: failure.message });
      else showError(failure.message || "Failed to create character. Please try again.");
    } finally {
      setBusy(false);
    }
  }

  async function paint(): Promise<void> {
    if (saved === null || busy) return;
    const controller = new AbortController();
    painting.current = controller;
    setBusy(true);
    try {
      const request = { style, additionalPrompt: details.trim(), numSteps: 50 };
      const record = await paintPortrait(saved.characterId, request, controller.signal);
      onSaved(record);
      showSuccess("Character appearance customized successfully!");
      onClose();
    } catch (error) {
      if (controller.signal.aborted) return;
      const failure = asFailure(error);
      if (isPlanLimit(failure)) setLimit(failure);
      else showError(IMAGE_FAILED, { description: `${saved.name} is safe.` });
    } finally {
      setBusy(false);
    }
  }

  function close(): void {
    painting.current?.abort();
    onClose();
  }

  const draft = useCharacterDraft({ form, userId, start, isNew: saved === null });
  function startOver(): void {
    draft.startOver();
    formBox.current?.querySelector("input")?.focus(); // the button with the focus goes away
  }

  // Somebody who is not created yet stays as a draft.
  const hasChanges = () =>
    saved !== null && (step === "details" ? !isSameCharacter(values, savedValues) : details.trim() !== "");
  const { closeOrAsk, question } = useDiscardQuestion({ open, isSaving: busy, hasChanges, onClose: close });

  const title = character === null ? "Create New Character" : "Edit Character";
  return (
    <Dialog
      open={open}
      onClose={closeOrAsk}
      look="form"
      title={step === "details" ? title : "Appearance"}
      over={character === null ? (step === "details" ? "Step 1 of 2" : "Step 2 of 2") : undefined}
      side={
        <div className={styles.side}>
          {saved?.metadata.images.primary ? (
            <Portrait character={saved} width={200} />
          ) : (
            <Cameo name={values.name} width={200} />
          )}
          <p className={styles.name}>
            <bdi>{values.name || "Somebody new"}</bdi>
          </p>
          {step === "details" ? (
            <BookyPart form={form} />
          ) : (
            <IconButton
              label="Back to details"
              icon={<ChevronLeft size={20} />}
              onClick={() => setStep("details")}
              disabled={busy}
            />
          )}
        </div>
      }
      foot={
        step === "details" ? (
          <>
            <div className={styles.adult}>
              <Switch
                name="isNSFW"
                label="Adult content (NSFW)"
                hint={
                  isAdult
                    ? "You confirmed that you are an adult"
                    : `Needs a confirmed age of ${ADULT_AGE} or more`
                }
                checked={values.isNSFW}
                onChange={({ target }) => {
                  if (target.checked && !isAdult) setAsksAge(true);
                  else change({ isNSFW: target.checked });
                }}
              />
            </div>
            <Button look="primary" size="large" type="submit" form={id} disabled={busy}>
              {busy ? "Saving..." : character === null ? "Create and choose a face" : "Save"}
            </Button>
          </>
        ) : (
          <>
            <p className={styles.price}>
              {isIllustrator
                ? "Free: illustrated by Booky, not by an AI model."
                : `${SPARKS_PER_IMAGE} Sparks, once it is there.`}
            </p>
            <Button onClick={close}>{character === null ? "Skip for now" : "Cancel"}</Button>
            <Button look="primary" size="large" onClick={() => void paint()} disabled={busy}>
              {busy ? "Drawing…" : "Draw the portrait"}
            </Button>
          </>
        )
      }
    >
      {step === "details" ? (
        <div className={styles.fields}>
          {draft.hasDraft && <DraftNote onStartOver={startOver} />}
          <DetailsStep id={id} form={form} formRef={formBox} onSubmit={() => void saveDetails()} />
        </div>
      ) : (
        <>
          {busy && (
            <p className={styles.progress} role="status">
              The portrait is being drawn <TypingDots label={null} />
            </p>
          )}
          <AppearanceStep
            name={values.name}
            style={style}
            details={details}
            busy={busy}
            onStyle={setStyle}
            onDetails={setDetails}
          />
        </>
      )}
      {question}
      <LazyAgeDialog
        open={asksAge}
        onClose={() => setAsksAge(false)}
        userId={userId}
        onConfirmed={() => {
          setAdult(true);
          setAsksAge(false);
          change({ isNSFW: true });
        }}
      />
      <LimitNotice
        limit={limit}
        onClose={() => {
          setLimit(null);
          if (saved === null) close(); // the specification's: there is no room for anybody new
        }}
      />
    </Dialog>
  );
}
