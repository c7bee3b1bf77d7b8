import { use, useId, useState } from "react";
import { bringBack } from "#app/features/api/bring-back.ts";
import { attempt } from "#app/features/api/call-api.ts";
import { comeIntoView, NewerFields } from "#app/features/forms/newer-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { Segments } from "#app/ui/choices.tsx";
import { FaultsOfForm, Flag, Options, Select, TextArea, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { openSignIn } from "#app/ui/open-sign-in.ts";
import { isSignedOut, showSuccess } from "#app/ui/show-toast.tsx";
import { useStillOpen } from "#app/ui/use-still-open.ts";
import { pickAlike } from "#domain/edit-conflict.ts";
import type { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import {
  type ChangeEntry,
  ENTRY_NAME_MAX,
  ENTRY_TEXT_MAX,
  LORE_KINDS,
  LORE_WHEN,
  type LoreEntryRecord,
  type LoreOrigin,
  SECOND_KEY_LOGICS,
  USUAL_DEPTH,
} from "#domain/lore.ts";
import {
  describeFields,
  ENTRY_LABELS,
  type EntryDraft,
  FLAGS,
  hasChanged,
  NUMBERS,
  readDraft,
  type TextName,
} from "./entry-draft.ts";
import styles from "./lore.module.css";
import { changeEntry, createEntry, deleteEntry, keepProposal, restoreEntry } from "./lore-calls.ts";
import { LoreMark } from "./lore-mark.tsx";
import {
  describeUse,
  findExcerpt,
  KIND_NAMES,
  LOGIC_NAMES,
  nameOrigin,
  nameReply,
  WHEN_NAMES,
} from "./lore-wording.ts";
import { type EditedEntry, useEntryDraft } from "./use-entry-draft.ts";
import type { Lore, LoreLayer } from "./use-lore.ts";

type EntryLayerProps = {
  lore: Lore;
  layer: LoreLayer;
  onBack: () => void;
  onCloseSheet: () => void;
  onGoTo: (messageId: string) => void;
};

/** One entry, over the lore. A draft is kept until the layer is left. */
export function EntryLayer({ layer, ...props }: EntryLayerProps) {
  /** What is shown, also while it closes; the number tells one opening from the next. */
  const [shown, setShown] = useState<{ layer: EditedEntry; opening: number } | null>(null);
  const wanted = layer === null || layer.kind === "books" ? null : layer;
  if (wanted !== null && wanted !== shown?.layer) {
    setShown({ layer: wanted, opening: (shown?.opening ?? 0) + 1 });
  }
  if (shown === null) return null;
  return <EntryForm key={shown.opening} {...props} layer={shown.layer} open={wanted !== null} />;
}

const GONE = "It is not there any more. Your text is still here: you can copy it into a new entry.";

type EntryFormProps = Omit<EntryLayerProps, "layer"> & { open: boolean; layer: EditedEntry };

function EntryForm({ open, lore, layer, onBack, onCloseSheet, onGoTo }: EntryFormProps) {
  const { subject, books, apiPath, reload, findOwnBook } = lore;
  const { began, before, draft, change, isBack, newer, showsNewer, choose } = useEntryDraft(layer, {
    apiPath,
    open,
  });
  const [bookId, setBookId] = useState("");
  /** Of a new entry: the answer may be lost, and the person saves it once more. */
  const [requestId] = useState(createId);
  const [isDeleting, setDeleting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isStillOpen = useStillOpen(open);

  async function save(): Promise<void> {
    setFailure(null);
    if (layer.kind !== "entry" || hasChanged(draft, before)) {
      await store(readDraft(draft, layer.kind === "new" ? null : before));
      await reload();
    }
  }

  async function store(output: ChangeEntry): Promise<unknown> {
    if (layer.kind === "entry")
      return changeEntry(layer.entry, { ...output, before: pickAlike(began, output) });
    const { name, kind, text, keys } = output;
    if (layer.kind === "proposal") {
      const { proposalId, addsTo } = layer.proposal;
      // The text of the entry as the person saw it. The form began with `after`; after a conflict it began with the newer text.
      const known = began.text === addsTo?.after ? addsTo?.before : began.text;
      const seen = addsTo === null || known === undefined ? undefined : { text: known };
      return keepProposal(apiPath, proposalId, { name, kind, text, keys, before: seen });
    }
    return createEntry(bookId || (await findOwnBook()), { ...output, name: name ?? "", requestId });
  }

  async function remove(entry: LoreEntryRecord): Promise<void> {
    setDeleting(true);
    const isDone = await attempt("This entry could not be deleted.", async () => {
      await deleteEntry(entry);
      await reload();
    });
    setDeleting(false);
    if (!isDone) return;
    if (isStillOpen()) onBack();
    showSuccess("Entry deleted", { undo: () => void bringBack(() => restoreEntry(entry).then(reload)) });
  }

  function showFailure(reason: AppError): void {
    if (showsNewer(reason))
      void reload(); // the list has what is newer as well
    else setFailure(reason.code === "NOT_FOUND" ? GONE : reason.message);
  }

  const bind: Bind = (name) => ({
    name,
    label: ENTRY_LABELS[name],
    value: draft[name],
    onChange: ({ target }) => change({ [name]: target.value }),
  });
  const isAdded = layer.kind === "proposal" && layer.proposal.addsTo !== null;
  const titles = { new: "New entry", proposal: "Change a proposal", entry: draft.name.trim() || "Entry" };
  const inBook = layer.kind === "entry" ? layer.entry.lorebookId : bookId;
  const book = books.find(({ lorebookId, storyId }) =>
    inBook === "" ? subject === "chat" || storyId !== null : lorebookId === inBook,
  );
  return (
    <FormDialog
      open={open}
      onClose={onCloseSheet}
      back={{ label: "Back to the lore", onBack }}
      look="sheet"
      over={subject === "story" ? "Story notes, Lore" : "Chat notes, Lore"}
      title={titles[layer.kind]}
      submit={layer.kind === "proposal" ? "Keep" : "Save entry"}
      submitting="Saving…"
      onSubmit={save}
      onFailed={showFailure}
      canSubmit={!isDeleting}
      hasChanges={() => hasChanged(draft, before)}
      renderAside={(isSaving) =>
        layer.kind === "entry" && (
          <button
            type="button"
            className={`${styles.delete} tap-height danger`}
            aria-disabled={isSaving || isDeleting}
            onClick={() => !isSaving && !isDeleting && void remove(layer.entry)}
          >
            {isDeleting ? "Deleting…" : "Delete"}
          </button>
        )
      }
    >
      {isBack && (
        <p className="note marked" role="status">
          What you changed is back. It is not saved yet.
        </p>
      )}
      {newer !== null && (
        <NewerFields fields={describeFields(newer)} labels={ENTRY_LABELS} comesIntoView onChoose={choose} />
      )}
      {!isAdded && (
        <>
          <div className={`${styles.named} stack gap-16`}>
            <LoreMark name={draft.name} kind={draft.kind} size={52} />
            <TextField {...bind("name")} max={ENTRY_NAME_MAX} autoFocus={layer.kind === "new"} />
          </div>
          <Segments
            legend={ENTRY_LABELS.kind}
            values={LORE_KINDS}
            toName={(kind) => KIND_NAMES[kind]}
            chosen={draft.kind}
            onChoose={(kind) => change({ kind })}
          />
        </>
      )}
      {layer.kind !== "proposal" && (
        <Segments
          legend={ENTRY_LABELS.when}
          values={LORE_WHEN}
          toName={(when) => WHEN_NAMES[when]}
          chosen={draft.when}
          onChoose={(when) => change({ when })}
        />
      )}
      {draft.when === "mentioned" && !isAdded && (
        <Words field={bind("keys")} depth={draft.depth.trim() || String(book?.depth ?? USUAL_DEPTH)} />
      )}
      <TextArea {...bind("text")} max={ENTRY_TEXT_MAX} rows={5} />
      {layer.kind === "new" && books.length > 1 && (
        <Select label="In the book" value={bookId} onChange={({ target }) => setBookId(target.value)}>
          <option value="">{subject === "story" ? "This story" : "As it comes"}</option>
          {books
            .filter(({ storyId }) => storyId === null)
            .map(({ lorebookId, name }) => (
              <option key={lorebookId} value={lorebookId}>
                {name}
              </option>
            ))}
        </Select>
      )}
      {layer.kind !== "proposal" && <More draft={draft} change={change} bind={bind} />}
      {failure !== null && (
        <div className="stack each-start gap-8" role="alert" ref={comeIntoView}>
          <p className="danger">Not saved. {failure}</p>
          {isSignedOut() && <Button onClick={() => openSignIn()}>Sign in</Button>}
        </div>
      )}
      {layer.kind === "entry" && (
        <WhyUsed lore={lore} entry={layer.entry} onGoTo={hasChanged(draft, before) ? null : onGoTo} />
      )}
    </FormDialog>
  );
}

/** What ties a text of the draft to its field. */
type Bind = (name: TextName) => {
  name: TextName;
  label: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
};

function Words({ field, depth }: { field: ReturnType<Bind>; depth: string }) {
  const hintId = useId();
  return (
    <div className="stack gap-6">
      <TextField {...field} aria-describedby={hintId} />
      <p className="note break-anywhere" id={hintId}>
        Without words, its name calls it. Looked for in the last {depth} messages.
      </p>
    </div>
  );
}

type MoreProps = { draft: EntryDraft; change: (changed: Partial<EntryDraft>) => void; bind: Bind };

/** What most people never need. */
function More({ draft, change, bind }: MoreProps) {
  const names: readonly string[] = ["secondKeys", "groups", ...NUMBERS];
  const hasError = use(FaultsOfForm).some(({ field }) => names.includes(field));
  return (
    <details className={styles.more} open={hasError || undefined}>
      <summary className="strong">More</summary>
      <div className={`${styles.form} stack gap-16`}>
        {draft.when === "mentioned" && (
          <>
            <TextField {...bind("secondKeys")} />
            <Select
              label={ENTRY_LABELS.logic}
              value={draft.logic}
              onChange={({ target }) =>
                change({ logic: SECOND_KEY_LOGICS.find((logic) => logic === target.value) ?? "any" })
              }
            >
              <Options values={SECOND_KEY_LOGICS} toName={(logic) => LOGIC_NAMES[logic]} />
            </Select>
          </>
        )}
        <div className={`${styles.numbers} stack gap-12`}>
          {NUMBERS.map((name) => (
            <TextField
              key={name}
              {...bind(name)}
              inputMode="numeric"
              placeholder={name === "depth" ? "as the book says" : undefined}
            />
          ))}
        </div>
        <TextField {...bind("groups")} />
        <div>
          {FLAGS.map((name) => (
            <Flag
              key={name}
              label={ENTRY_LABELS[name]}
              checked={draft[name]}
              onChange={({ target }) => change({ [name]: target.checked })}
            />
          ))}
        </div>
      </div>
    </details>
  );
}

/** `onGoTo`: `null` while something is unsaved. On a phone it closes the sheet, and the text would be lost. */
type WhyUsedProps = { lore: Lore; entry: LoreEntryRecord; onGoTo: EntryLayerProps["onGoTo"] | null };

function WhyUsed({ lore, entry, onGoTo }: WhyUsedProps) {
  const { conversation, subject } = lore;
  const { text, word } = describeUse(entry, lore);
  const excerpt = word === null ? null : findExcerpt(word, findMessagesBefore(lore, entry));
  const { origin } = entry;
  return (
    <section className={`${styles.why} stack gap-6 padding-top-16 line-above`} aria-label="Why it was used">
      <p className="strong break-anywhere">
        {text}
        {word !== null && <mark dir="auto">{word}</mark>}
      </p>
      {excerpt !== null && (
        <p className="story-aside muted break-anywhere" dir="auto">
          {excerpt.before}
          <mark>{excerpt.word}</mark>
          {excerpt.after}
        </p>
      )}
      {entry.unreadableKeys.length > 0 && (
        <p className="note break-anywhere">
          These can’t be read as patterns and call nothing: <bdi>{entry.unreadableKeys.join(", ")}</bdi>
        </p>
      )}
      {origin !== null && (
        <p className="note break-anywhere">
          Kept from{" "}
          {mayBeHere(origin, conversation) ? (
            <button
              type="button"
              className="word-button"
              disabled={onGoTo === null}
              onClick={() => onGoTo?.(origin.messageId)}
            >
              {nameOrigin(origin.messageId, conversation.state, subject)}
            </button>
          ) : (
            "a passage that is not on this path"
          )}
        </p>
      )}
      <p className="note break-anywhere">A change counts from the next {nameReply(subject)}.</p>
    </section>
  );
}

/** Whether a passage is on the open path, or may be: the beginning of the path is not loaded yet. */
function mayBeHere({ storyId, messageId }: LoreOrigin, { apiPath, state }: Lore["conversation"]): boolean {
  const isLoaded = state.messages.some((message) => message.messageId === messageId);
  return isLoaded || (state.before !== null && apiPath.endsWith(storyId));
}

/** What the reply answered that an entry was last used for. */
function findMessagesBefore({ uses, conversation }: Lore, { entryId }: LoreEntryRecord) {
  const { messages } = conversation.state;
  const reply = uses?.get(entryId)?.messageId;
  const at = messages.findIndex(({ messageId }) => messageId === reply);
  return messages.slice(0, Math.max(0, at));
}
