import { ChevronLeft } from "lucide-react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { AdultSwitch, LazyAgeDialog } from "#app/features/adult-content/adult-switch.tsx";
import { asFailure } from "#app/features/api/call-api.ts";
import { LimitNotice, showIfLimit } from "#app/features/billing/limit-notice.tsx";
import { DraftNote } from "#app/features/forms/form-parts.tsx";
import { type Attempt, toAttempt } from "#app/features/forms/form-state.ts";
import { NewerFields } from "#app/features/forms/newer-fields.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { hasFinePointer } from "#app/ui/media-queries.ts";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import { useDiscardQuestion } from "#app/ui/use-discard-question.tsx";
import { useStillOpen } from "#app/ui/use-still-open.ts";
import { type CharacterRecord, portraitRequestSchema } from "#domain/character.ts";
import { chooseEmblem } from "#domain/choose-emblem.ts";
import { pickAlike, readNewer } from "#domain/edit-conflict.ts";
import { checkInput } from "#domain/input.ts";
import { pickChanged } from "#domain/json.ts";
import { SPARKS_PER_IMAGE, type Tier } from "#domain/plan.ts";
import type { ArtStyle } from "#domain/portraits.ts";
import { createCharacter, paintPortrait, updateCharacter } from "../character-calls.ts";
import { Emblem } from "../emblem.tsx";
import { Portrait } from "../portrait.tsx";
import styles from "./character-dialog.module.css";
import {
  CHARACTER_LABELS,
  type CharacterErrors,
  type CharacterValues,
  characterDrafts,
  dropEmptyTags,
  isSameCharacter,
  keepCharacterDraft,
  NO_CHARACTER,
  someValuesSchema,
  toValues,
} from "./character-draft.ts";
import { AppearanceStep, BookyPart, DetailsStep, FullCastNote } from "./character-steps.tsx";
import { CHARACTER_GONE, toSaveFailureText, useCharacterForm } from "./use-character-form.ts";

const IMAGE_FAILED = "Failed to generate character image. Please try again.";

type CharacterDialogProps = {
  open: boolean;
  onClose: () => void;
  userId: string;
  tier: Tier;
  /** The character to change; `null`: a new one. */
  character: CharacterRecord | null;
  /** Begins with the picture of an existing character. */
  startAt?: "details" | "appearance";
  canWriteAdult: boolean;
  /** Whether there is an image model. Without one a person has an emblem in one of the styles. */
  canPaint: boolean;
  /** Somebody was created or changed; the dialog may go on with the picture. */
  onSaved: (character: CharacterRecord) => void;
  /** As of `Dialog`. */
  finalFocus?: RefObject<HTMLElement | null>;
};

/** Of somebody who is not created yet. */
const NEW_EMBLEM = chooseEmblem("Open Genre", "new");

/** The last request for a new character. It outlives its dialog: the same draft, sent again from another dialog, is the same request. */
let lastAttempt: Attempt<CharacterValues> | null = null;

function createFrom(values: CharacterValues): Promise<CharacterRecord> {
  lastAttempt = toAttempt(values, lastAttempt);
  return createCharacter({ ...lastAttempt, customAttributes: {} });
}

/** Creates or changes a character in two steps: details and appearance. */
export function CharacterDialog(props: CharacterDialogProps) {
  const { open, onClose, userId, character, startAt = "details", canPaint, onSaved } = props;
  const id = useId();
  const formBox = useRef<HTMLFormElement>(null);
  const stepBox = useRef<HTMLDivElement>(null);
  const [start] = useState(() =>
    character ? toValues(character) : (characterDrafts.read(userId) ?? NO_CHARACTER),
  );
  const [savedValues, setSavedValues] = useState(start);
  const [saved, setSaved] = useState(character);
  /** The fields that another device has changed meanwhile; `null`: none that is known. */
  const [newer, setNewer] = useState<Partial<CharacterValues> | null>(null);
  const form = useCharacterForm({ userId, start, isNew: saved === null });
  const [step, setStep] = useState(startAt);
  const [busy, setBusy] = useState(false);
  const [style, setStyle] = useState<ArtStyle>(character?.metadata.emblem.style ?? "realistic");
  const [details, setDetails] = useState("");
  const [detailsError, setDetailsError] = useState<string | null>(null);
  const [asksAge, setAsksAge] = useState(false);
  const [isAdult, setAdult] = useState(props.canWriteAdult);
  const isStillOpen = useStillOpen(open);
  const { values, change } = form;

  useEffect(() => {
    if (start === NO_CHARACTER) lastAttempt = null; // no draft: the next character is another one
  }, [start]);

  // Each step begins at its top: on a phone the whole dialog scrolls, and the pressed button is gone.
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    stepBox.current?.focus();
    stepBox.current?.closest("[role=dialog]")?.scrollTo({ top: 0 });
  }, [step]);

  function showFaults(errors: CharacterErrors): void {
    form.setErrors(errors);
    const [first] = Object.keys(errors);
    if (first) formBox.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function saveDetails(): Promise<void> {
    if (busy || !form.check()) {
      requestAnimationFrame(() => formBox.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setBusy(true);
    setNewer(null);
    const input = dropEmptyTags(values);
    const change = pickChanged(input, dropEmptyTags(savedValues));
    try {
      const record = saved
        ? await updateCharacter(saved.characterId, { ...change, before: pickAlike(toValues(saved), change) })
        : await createFrom(input);
      if (saved === null) keepCharacterDraft(userId, null);
      setSaved(record);
      setSavedValues(values);
      onSaved(record);
      if (character !== null) {
        showSuccess("Character updated successfully");
        if (isStillOpen()) onClose();
        return;
      }
      if (saved === null) showSuccess("Character created successfully!");
      setStep("appearance");
    } catch (error) {
      const failure = asFailure(error);
      const field = failure.field;
      const found = readNewer(failure, someValuesSchema);
      if (showIfLimit(failure)) return;
      if (found !== null) return setNewer(found);
      if (field !== null && field in NO_CHARACTER) showFaults({ [field]: failure.message });
      else showError(toSaveFailureText(failure, { isNew: saved === null }));
    } finally {
      setBusy(false);
    }
  }

  /** Keeps what was typed, or takes what is newer. The form is saved afterwards. */
  function choose(isMine: boolean): void {
    setSaved(saved && { ...saved, ...newer });
    setSavedValues({ ...savedValues, ...newer });
    if (!isMine) form.fill(newer ?? {});
    setNewer(null);
  }

  async function paint(): Promise<void> {
    if (saved === null || busy) return;
    const request = { style, additionalPrompt: details.trim(), numSteps: 50 };
    const checked = checkInput(portraitRequestSchema, request);
    if (!checked.ok) return showDetailsFault(checked.fault.message ?? "Please check what you entered.");
    setBusy(true);
    try {
      const record = await paintPortrait(saved.characterId, request);
      onSaved(record);
      // Also of one that was closed while it was drawn: the portrait is finished and paid for all the same.
      showSuccess("Character appearance customized successfully!");
      if (isStillOpen()) onClose();
    } catch (error) {
      const failure = asFailure(error);
      if (showIfLimit(failure)) return;
      if (failure.field === "additionalPrompt") showDetailsFault(failure.message);
      else if (failure.code === "NOT_FOUND") showError(CHARACTER_GONE);
      else showError(IMAGE_FAILED, { description: `${saved.name} is safe.` });
    } finally {
      setBusy(false);
    }
  }

  function showDetailsFault(message: string): void {
    setDetailsError(message);
    stepBox.current?.querySelector("textarea")?.focus();
  }

  /** On a phone the field's keyboard would cover the dialog, and a focus below its top would scroll it. */
  function findFirst(): HTMLElement | null {
    if (hasFinePointer()) return formBox.current?.querySelector("input") ?? stepBox.current;
    return stepBox.current?.closest<HTMLElement>("[role=dialog]") ?? null;
  }

  function startOver(): void {
    form.startOver();
    formBox.current?.querySelector("input")?.focus(); // the button with the focus goes away
  }

  // Somebody who is not created yet stays as a draft.
  const hasChanges = () =>
    saved !== null && (step === "details" ? !isSameCharacter(values, savedValues) : details.trim() !== "");
  const { closeOrAsk, question } = useDiscardQuestion({
    open,
    mayLeavePage: busy,
    hasChanges,
    onClose,
  });

  const title = character === null ? "Create New Character" : "Edit Character";
  return (
    <Dialog
      open={open}
      onClose={closeOrAsk}
      look="form"
      initialFocus={findFirst}
      {...(props.finalFocus ? { finalFocus: props.finalFocus } : {})}
      title={step === "details" ? title : "Appearance"}
      over={character === null ? (step === "details" ? "Step 1 of 2" : "Step 2 of 2") : undefined}
      side={
        <div className={`${styles.side} column full-height gap-12`}>
          {saved?.metadata.images.primary && canPaint ? (
            <Portrait character={saved} width={200} />
          ) : (
            <Emblem
              name={values.name}
              emblem={saved?.metadata.emblem ?? NEW_EMBLEM}
              style={step === "appearance" ? style : saved?.metadata.emblem.style}
              width={200}
            />
          )}
          <p className={`${styles.name} title`}>
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
            <div className="grow-from-240">
              <AdultSwitch
                isAdult={isAdult}
                checked={values.isNSFW}
                onChange={({ target }) => change({ isNSFW: target.checked })}
                onAgeNeeded={() => setAsksAge(true)}
              />
            </div>
            <Button look="primary" size="large" type="submit" form={id} aria-disabled={busy}>
              {busy ? "Saving..." : character === null ? "Create and choose a look" : "Save"}
            </Button>
          </>
        ) : (
          <>
            <p className="grow-from-240 self-center note">
              {canPaint ? `${SPARKS_PER_IMAGE} Sparks, once it is there.` : "An emblem costs no Sparks."}
              {!canPaint && saved?.metadata.images.primary && " It takes the place of the picture."}
            </p>
            <Button onClick={onClose}>{character === null ? "Skip for now" : "Cancel"}</Button>
            <Button look="primary" size="large" onClick={() => void paint()} aria-disabled={busy}>
              {canPaint ? (busy ? "Drawing…" : "Draw the portrait") : busy ? "Saving…" : "Use this emblem"}
            </Button>
          </>
        )
      }
    >
      {step === "details" ? (
        <div className="stack gap-24 no-outline" ref={stepBox} tabIndex={-1}>
          {saved === null && <FullCastNote userId={userId} tier={props.tier} />}
          {newer !== null && (
            <NewerFields fields={newer} labels={CHARACTER_LABELS} comesIntoView onChoose={choose} />
          )}
          {form.hasDraft && <DraftNote onStartOver={startOver} />}
          <DetailsStep id={id} form={form} formRef={formBox} onSubmit={() => void saveDetails()} />
        </div>
      ) : (
        <div className="stack gap-24 no-outline" ref={stepBox} tabIndex={-1}>
          {busy && canPaint && (
            <p className="row gap-12 margin-bottom-12 muted" role="status">
              The portrait is being drawn <TypingDots label={null} />
            </p>
          )}
          {saved && (
            <AppearanceStep
              character={saved}
              canPaint={canPaint}
              style={style}
              details={details}
              error={detailsError}
              busy={busy}
              onStyle={setStyle}
              onDetails={(text) => {
                setDetails(text);
                setDetailsError(null);
              }}
            />
          )}
        </div>
      )}
      {question}
      <LazyAgeDialog
        open={asksAge}
        onClose={() => setAsksAge(false)}
        userId={userId}
        onConfirmed={() => {
          setAdult(true);
          change({ isNSFW: true });
        }}
      />
      <LimitNotice
        onRead={() => {
          if (saved === null) onClose(); // the specification's: there is no room for anybody new
        }}
      />
    </Dialog>
  );
}
