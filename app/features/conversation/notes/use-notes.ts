import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { showError } from "#app/ui/toast.tsx";
import {
  type ChangeNotes,
  changeNotesSchema,
  type Notes,
  type NotesAnswer,
  notesAnswerSchema,
} from "#domain/notes.ts";
import { useIsOnline } from "../connection-notice.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useSheetChanged } from "../live/use-sheet-changed.ts";

/** Text is saved when nothing was typed for so long. */
const SAVED_AFTER_MS = 800;

export type SaveState =
  | { state: "saved" | "saving" | "waiting" }
  /** `field`: what of the notes is at fault. */
  | { state: "failed"; message: string; field: string | null };

export type EditedNotes = ReturnType<typeof useNotes>;

/**
 * The notes of a conversation, which save themselves. What is typed stays on the screen and is never replaced by what the server has,
 * until it is saved; what another tab changes meanwhile comes in beside it.
 */
export function useNotes(conversation: Pick<LiveConversation, "apiPath" | "follow">, isOpen: boolean) {
  const { apiPath } = conversation;
  const [notes, setNotes] = useState<Notes | null>(null);
  const [cost, setCost] = useState<Pick<NotesAnswer, "tokens" | "contextTokens"> | null>(null);
  const [loadFailure, setLoadFailure] = useState<string | null>(null);
  const [save, setSave] = useState<SaveState | null>(null);
  /** What is not saved yet. */
  const unsaved = useRef<ChangeNotes>({});
  const isSaving = useRef(false);
  /** Counts what was typed and saved: an answer from before that is out of date. */
  const changes = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOnline = useIsOnline();

  function take({ tokens, contextTokens, ...stored }: NotesAnswer): void {
    setCost({ tokens, contextTokens });
    setNotes((shown) => mergeNotes(shown, stored, unsaved.current));
  }

  const load = useEffectEvent(async () => {
    setLoadFailure(null);
    const asked = changes.current;
    try {
      const answer = await callApi("GET", `${apiPath}/notes`, notesAnswerSchema);
      if (asked === changes.current) take(answer);
    } catch (error) {
      setLoadFailure(asFailure(error).message);
    }
  });

  const store = useEffectEvent(async (): Promise<void> => {
    clearTimeout(timer.current);
    const sent = unsaved.current;
    if (isSaving.current || Object.keys(sent).length === 0) return;
    const fault = findFault(sent);
    if (fault !== null) return setSave({ state: "failed", ...fault });
    if (!isOnline) return setSave({ state: "waiting" });
    isSaving.current = true;
    changes.current += 1;
    setSave({ state: "saving" });
    try {
      const answer = await callApi("PATCH", `${apiPath}/notes`, notesAnswerSchema, { body: sent });
      unsaved.current = listRest(unsaved.current, sent);
      take(answer);
      setSave({ state: "saved" });
    } catch (error) {
      const { message, field } = asFailure(error);
      setSave({ state: "failed", message, field });
      if (!isOpen)
        showError("Your notes are not saved yet. They are kept where you wrote them.", {
          description: message,
        });
      return;
    } finally {
      isSaving.current = false;
    }
    // Something was typed meanwhile.
    if (Object.keys(unsaved.current).length > 0) await store();
  });

  useEffect(() => {
    if (!isOpen) return;
    void load();
    return () => void store();
  }, [isOpen]);
  useEffect(() => {
    if (isOnline) void store();
  }, [isOnline]);
  useSheetChanged(conversation, "notes", () => {
    if (isOpen && !isSaving.current) void load();
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (Object.keys(unsaved.current).length > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);

  return {
    /** As they stand on the screen; `null`: not loaded. */
    notes,
    /** What the notes cost; of the last saved ones. */
    cost,
    loadFailure,
    /** `null`: nothing was changed yet. */
    save,
    change: (changed: ChangeNotes) => {
      unsaved.current = { ...unsaved.current, ...changed };
      changes.current += 1;
      setNotes((shown) => shown && { ...shown, ...changed });
      setSave({ state: isOnline ? "saving" : "waiting" });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void store(), SAVED_AFTER_MS);
    },
    /** Saves, or loads, once more. */
    retry: () => void (notes === null ? load() : store()),
  };
}

/**
 * What is on the screen after the server has told what it has. The server trims texts: a space at the end of one stays, because the person
 * may be about to type the next word.
 */
export function mergeNotes(shown: Notes | null, stored: Notes, unsaved: ChangeNotes): Notes {
  if (shown === null) return { ...stored, ...unsaved };
  const keep = <Text extends string>(mine: Text, theirs: Text) => (mine.trim() === theirs ? mine : theirs);
  return {
    note: keep(shown.note, stored.note),
    tone: keep(shown.tone, stored.tone),
    language: keep(shown.language, stored.language),
    person: stored.person,
    tense: stored.tense,
    length: stored.length,
    ...unsaved,
  };
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
