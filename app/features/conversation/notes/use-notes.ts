import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as v from "valibot";
import { bringBack } from "#app/features/api/bring-back.ts";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { UnsentValues } from "#app/features/storage/kept-values.ts";
import { useReclaimed } from "#app/features/storage/unsent-text.ts";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { pickAlike, readNewer } from "#domain/edit-conflict.ts";
import type { AppError } from "#domain/errors.ts";
import { parseInput } from "#domain/input.ts";
import { pickChanged } from "#domain/json.ts";
import {
  type ChangeNotes,
  changeNotesSchema,
  type Notes,
  type NotesAnswer,
  notesAnswerSchema,
  someNotesSchema,
} from "#domain/notes.ts";
import { useIsOnline } from "../connection-notice.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useSheet } from "../live/use-sheet.ts";

/** Text is saved when nothing was typed for so long. */
const SAVED_AFTER_MS = 800;

/** Texts as they were typed: they may be too long to be saved. */
const keptSchema = v.partial(
  v.object({ ...changeNotesSchema.entries, note: v.string(), tone: v.string(), language: v.string() }),
);
/** Keeps notes that could not be saved until the person opens them again. */
const keptNotes = new UnsentValues<ChangeNotes>("talespark:notes:", keptSchema);

export type SaveState =
  | { state: "saved" | "saving" | "waiting" }
  /** `field`: what of the notes is at fault. */
  | { state: "failed"; message: string; field: string | null };

export type EditedNotes = ReturnType<typeof useNotes>;

/**
 * The notes of a conversation, which save themselves. What is typed stays on the screen and is never replaced by what the server has,
 * until it is saved; what another tab changes meanwhile comes in beside it. Where both have changed the same, the person chooses.
 */
export function useNotes(conversation: Pick<LiveConversation, "id" | "apiPath" | "follow">, isOpen: boolean) {
  const { id, apiPath } = conversation;
  const readerId = useReaderId();
  const { value, failure, reload, put } = useSheet(conversation, { sheet: "notes", isOpen }, (signal) =>
    callApi("GET", `${apiPath}/notes`, notesAnswerSchema, { signal }),
  );
  /** What was typed, also when it is saved. */
  const [typed, setTyped] = useState<ChangeNotes>({});
  /** What of it is not saved yet. */
  const [unsaved, setUnsaved] = useState<ChangeNotes>(() => keptNotes.read(id) ?? {});
  /** The fields that another page has changed since the person typed here; `null`: none. Nothing is saved until the person has chosen. */
  const [newer, setNewer] = useState<Partial<Notes> | null>(null);
  const [save, setSave] = useState<SaveState | null>(null);
  const isSaving = useRef(false);
  /** A change that was sent and got no answer; `null`: none. It is sent again first, because the server may have stored it. */
  const unanswered = useRef<ChangeNotes | null>(null);
  const isOnline = useIsOnline();
  const isUnsaved = Object.keys(unsaved).length > 0;
  const maySave = isOnline && newer === null;
  useReclaimed(keptNotes, { readerId, id }, (found) => setUnsaved((now) => ({ ...found, ...now })));

  const send = (body: ChangeNotes) => callApi("PATCH", `${apiPath}/notes`, notesAnswerSchema, { body });
  const fail = useEffectEvent((reason: AppError): void => {
    const found = readNewer(reason, someNotesSchema);
    setNewer(found);
    const { message, field } = reason;
    setSave(found === null ? { state: "failed", message, field } : null);
    if (isOpen) return;
    showError("Your notes are not saved yet. They are kept where you wrote them.", { description: message });
  });
  const store = useEffectEvent(async (wanted = unsaved): Promise<void> => {
    const changed = unanswered.current ?? wanted;
    if (isSaving.current || newer !== null || Object.keys(changed).length === 0) return;
    let stored: NotesAnswer;
    try {
      const body = parseInput(changeNotesSchema, changed);
      if (!isOnline) return setSave({ state: "waiting" });
      isSaving.current = true;
      unanswered.current = changed;
      setSave({ state: "saving" });
      stored = await send(body);
      unanswered.current = null;
      put(stored);
      setUnsaved((now) => listRest(now, changed, stored));
      const rest = listRest(keptNotes.read(id) ?? {}, changed, stored); // the page may have been left meanwhile
      keptNotes.keep(readerId, id, Object.keys(rest).length === 0 ? null : rest);
      setSave({ state: "saved" });
    } catch (error) {
      const reason = asFailure(error);
      if (reason.code !== "UNREACHABLE") unanswered.current = null;
      return fail(reason);
    } finally {
      isSaving.current = false;
    }
    storeRest(changed, stored);
  });
  /** What was typed while something else was saved is saved at once: the page may be left by now. */
  const storeRest = useEffectEvent((saved: ChangeNotes, stored: Notes) => {
    void store(listRest(unsaved, saved, stored));
  });

  useEffect(() => {
    const timer = setTimeout(() => void store(unsaved), SAVED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [unsaved]);
  useEffect(() => {
    if (isOpen) return () => void store();
  }, [isOpen]);
  useEffect(() => {
    if (maySave) void store();
  }, [maySave]);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);

  return {
    /** As they stand on the screen; `null`: not loaded. */
    notes: value && mergeNotes(typed, value, unsaved),
    /** What the notes cost; of the last saved ones. */
    cost: value,
    loadFailure: failure,
    /** `null`: nothing was changed yet. */
    save,
    newer,
    change: (changed: ChangeNotes) => {
      setTyped((now) => ({ ...now, ...changed }));
      setUnsaved((now) => addChange(now, changed, value));
      keptNotes.keep(readerId, id, addChange(unsaved, changed, value));
      if (newer === null) setSave({ state: isOnline ? "saving" : "waiting" });
    },
    /** Keeps what was typed, or takes what is newer. */
    choose: (isMine: boolean) => {
      const { before, ...mine } = unsaved;
      const taken = isMine ? mine : { ...mine, ...newer };
      const next = { ...taken, before: { ...before, ...newer } };
      setUnsaved(next);
      keptNotes.keep(readerId, id, next);
      setNewer(null);
      showSuccess(isMine ? "Yours is kept." : "The newer one is kept, and yours is put aside.", {
        undo: () =>
          void bringBack(async () =>
            put(await send(isMine ? { ...newer, before: mine } : { ...mine, before: taken })),
          ),
      });
    },
    /** Saves, or loads, once more. */
    retry: () => void (value === null ? reload() : store()),
  };
}

/**
 * What is on the screen: what the server has, and what is not saved yet. The server trims texts: a space at the end of one stays, because the
 * person may be about to type the next word.
 */
export function mergeNotes(typed: ChangeNotes, stored: Notes, { before: _, ...unsaved }: ChangeNotes): Notes {
  const keep = (name: "note" | "tone" | "language") =>
    typed[name]?.trim() === stored[name] ? typed[name] : stored[name];
  return { ...stored, note: keep("note"), tone: keep("tone"), language: keep("language"), ...unsaved };
}

/** The unsaved change with another one added. A field that was saved so far began from what the server has. */
export function addChange(unsaved: ChangeNotes, changed: ChangeNotes, stored: Notes | null): ChangeNotes {
  const before = { ...pickAlike(stored ?? {}, changed), ...unsaved.before };
  return { ...unsaved, ...changed, before };
}

/** The fields that were changed again while `sent` was being saved. `stored`: what the server has now. */
export function listRest({ before, ...unsaved }: ChangeNotes, sent: ChangeNotes, stored: Notes): ChangeNotes {
  const rest = pickChanged(unsaved, sent);
  if (Object.keys(rest).length === 0) return {};
  return { ...rest, before: pickAlike({ ...before, ...pickAlike(stored, sent) }, rest) };
}
