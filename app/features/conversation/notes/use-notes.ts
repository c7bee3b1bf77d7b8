import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { UnsentValues } from "#app/features/storage/kept-values.ts";
import { useReclaimed } from "#app/features/storage/unsent-text.ts";
import { showError } from "#app/ui/toaster.tsx";
import {
  type ChangeNotes,
  changeNotesSchema,
  type Notes,
  notesAnswerSchema,
  notesSchema,
} from "#domain/notes.ts";
import { useIsOnline } from "../connection-notice.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useSheet } from "../live/use-sheet.ts";

/** Text is saved when nothing was typed for so long. */
const SAVED_AFTER_MS = 800;

/** Texts as they were typed: they may be too long to be saved. */
const keptSchema = v.partial(
  v.object({ ...notesSchema.entries, note: v.string(), tone: v.string(), language: v.string() }),
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
 * until it is saved; what another tab changes meanwhile comes in beside it.
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
  const [save, setSave] = useState<SaveState | null>(null);
  const isSaving = useRef(false);
  const isOnline = useIsOnline();
  const isUnsaved = Object.keys(unsaved).length > 0;
  useReclaimed(keptNotes, { readerId, id }, (found) => setUnsaved((now) => ({ ...found, ...now })));

  const fail = useEffectEvent(({ message, field }: { message: string; field: string | null }): void => {
    setSave({ state: "failed", message, field });
    if (isOpen) return;
    showError("Your notes are not saved yet. They are kept where you wrote them.", { description: message });
  });
  const store = useEffectEvent(async (changed = unsaved): Promise<void> => {
    if (isSaving.current || Object.keys(changed).length === 0) return;
    const fault = findFault(changed);
    if (fault !== null) return fail(fault);
    if (!isOnline) return setSave({ state: "waiting" });
    isSaving.current = true;
    setSave({ state: "saving" });
    try {
      put(await callApi("PATCH", `${apiPath}/notes`, notesAnswerSchema, { body: changed }));
      setUnsaved((now) => listRest(now, changed));
      const rest = listRest(keptNotes.read(id) ?? {}, changed); // the page may have been left meanwhile
      keptNotes.keep(readerId, id, Object.keys(rest).length === 0 ? null : rest);
      setSave({ state: "saved" });
    } catch (error) {
      return fail(asFailure(error));
    } finally {
      isSaving.current = false;
    }
    storeRest(changed);
  });
  /** What was typed while something else was saved is saved at once: the page may be left by now. */
  const storeRest = useEffectEvent((saved: ChangeNotes) => void store(listRest(unsaved, saved)));

  useEffect(() => {
    const timer = setTimeout(() => void store(unsaved), SAVED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [unsaved]);
  useEffect(() => {
    if (isOpen) return () => void store();
  }, [isOpen]);
  useEffect(() => {
    if (isOnline) void store();
  }, [isOnline]);
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
    change: (changed: ChangeNotes) => {
      setTyped((now) => ({ ...now, ...changed }));
      setUnsaved((now) => ({ ...now, ...changed }));
      keptNotes.keep(readerId, id, { ...unsaved, ...changed });
      setSave({ state: isOnline ? "saving" : "waiting" });
    },
    /** Saves, or loads, once more. */
    retry: () => void (value === null ? reload() : store()),
  };
}

/**
 * What is on the screen: what the server has, and what is not saved yet. The server trims texts: a space at the end of one stays, because the
 * person may be about to type the next word.
 */
export function mergeNotes(typed: ChangeNotes, stored: Notes, unsaved: ChangeNotes): Notes {
  const keep = (name: "note" | "tone" | "language") =>
    typed[name]?.trim() === stored[name] ? typed[name] : stored[name];
  return { ...stored, note: keep("note"), tone: keep("tone"), language: keep("language"), ...unsaved };
}

/** What is still to be saved after `sent` was: fields that were changed again since. */
export function listRest(unsaved: ChangeNotes, sent: ChangeNotes): ChangeNotes {
  const before: Record<string, unknown> = sent;
  return Object.fromEntries(Object.entries(unsaved).filter(([name, value]) => before[name] !== value));
}

function findFault(change: ChangeNotes): { message: string; field: string | null } | null {
  const parsed = v.safeParse(changeNotesSchema, change);
  if (parsed.success) return null;
  const [issue] = parsed.issues;
  return { message: issue.message, field: v.getDotPath(issue) };
}
