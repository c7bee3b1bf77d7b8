import { type FormEvent, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useRevalidator } from "react-router";
import { asFailure } from "#app/features/api/call-api.ts";
import { type Attempt, toAttempt } from "#app/features/forms/form-state.ts";
import { NO_HISTORY } from "#app/features/forms/undo-history.ts";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { useReclaimed } from "#app/features/storage/unsent-text.ts";
import { withNotice } from "#app/ui/redirect-notices.ts";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { useStillOpen } from "#app/ui/use-still-open.ts";
import { toErrorBody } from "#domain/errors.ts";
import { GENRES } from "#domain/genres.ts";
import { toSignInPath } from "#domain/return-path.ts";
import type { NewStory } from "#domain/story-schemas.ts";
import { sendChange } from "../changes/send-change.ts";
import { askFullShelf, createStory, type ShelvedStory } from "./create-story.ts";
import {
  type NewStoryAnswer,
  type NewStoryErrors,
  type NewStoryFailure,
  type NewStoryValues,
  NO_VALUES,
  parseNewStory,
  readNewStoryValues,
} from "./new-story-input.ts";

import type { NewStoryUser } from "./new-story-user.ts";
import { hasTypedText, type KeptForm, keepStoryDraft, resumed, storyDrafts } from "./story-draft.ts";

import { useKeptFocus } from "./use-kept-focus.ts";
import { useLiveValidation } from "./use-live-validation.ts";

const NO_ERRORS: NewStoryErrors = {};

export type NewStoryOptions = {
  user: NewStoryUser;
  /** What the address asks for. */
  asked: NewStoryValues;
  /** See `findFullShelf`. Absent: the form asks when it is there. */
  shelved?: ShelvedStory | null;
  /** What the page's own action has answered, to a browser without a script. */
  posted?: NewStoryAnswer | null;
  /** The request that the form makes without a script. */
  requestId?: string;
  /** The form has an address of its own, which the story takes the place of: Back leads to where the form was opened. */
  hasAddress?: boolean;
  /** Absent: it is always open. */
  open?: boolean;
};

/**
 * The state of the new-story form, in the dialog and on its page. Its fields are uncontrolled, so that they work without a
 * script; Booky, a draft and an undo replace them all.
 */
export function useNewStory(options: NewStoryOptions) {
  const { user, asked, shelved, posted = null, requestId, hasAddress = true, open: isOpen = true } = options;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const isStillOpen = useStillOpen(isOpen);
  const [refused, setRefused] = useState<NewStoryFailure | null>(posted);
  const [isSending, setSending] = useState(false);
  const serverErrors = refused?.errors ?? NO_ERRORS;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const firstField = useRef<HTMLInputElement>(null);
  const isLengthChosen = useRef(false);
  const attempt = useRef<Attempt<NewStory> | null>(null);
  const { userId } = user;

  const [beginning, setBeginning] = useState({ values: posted?.values ?? asked, version: 0 });
  const [values, setValues] = useState<NewStoryValues | null>(null);
  const [history, setHistory] = useState<KeptForm["history"]>(NO_HISTORY);
  const [hasConfirmedAge, setHasConfirmedAge] = useState(false);
  const [isFromDraft, setIsFromDraft] = useState(false);
  const [fullShelf, setFullShelf] = useState<ShelvedStory | null>(shelved ?? null);
  const [asksForRoom, setAsksForRoom] = useState(false);
  const { errors, findError, begin, onEdit, onBlur } = useLiveValidation(values, serverErrors);
  const keepFocus = useKeptFocus(form, beginning.version);

  function read(): NewStoryValues {
    return form.current ? readNewStoryValues(new FormData(form.current)) : NO_VALUES;
  }

  function write(next: NewStoryValues, known = history, focused: unknown = document.activeElement): void {
    keepFocus(focused);
    setBeginning(({ version }) => ({ values: next, version: version + 1 }));
    setValues(next);
    setHistory(known);
    setIsFromDraft(false);
    begin();
    keepStoryDraft(userId, { values: next, history: known });
  }

  /** The fields were changed by hand. */
  function changed(): void {
    const next = read();
    setValues(next);
    keepStoryDraft(userId, { values: next, history });
  }

  const resume = useEffectEvent((kept: KeptForm | null): boolean => {
    const typed = read();
    if (kept === null || posted !== null || hasTypedText(typed)) return false;
    write(resumed(kept.values, asked, user), kept.history);
    setIsFromDraft(true);
    return true;
  });

  // After hydration: keeps what was typed before it, else takes the draft.
  const isAlive = values !== null;
  const onAlive = useEffectEvent(() => {
    if (resume(storyDrafts.read(userId))) return;
    const typed = read();
    setValues(typed);
    // Before the draft of a closed tab is looked for.
    if (hasTypedText(typed)) keepStoryDraft(userId, { values: typed, history: NO_HISTORY });
  });
  useEffect(() => onAlive(), []);
  useReclaimed(storyDrafts, { readerId: userId, id: userId }, (kept) => void resume(kept));

  // Moves the focus to the first field that the server refused.
  useEffect(() => {
    if (Object.keys(serverErrors).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid], fieldset[aria-describedby] input")?.focus();
  }, [serverErrors]);

  /** Finds out whether the plan has room. If that fails the server refuses the story, and nothing is lost. */
  const lookAtShelf = useCallback(async (): Promise<ShelvedStory | null> => {
    const found = (await askFullShelf(user).catch((error: unknown) => void asFailure(error))) ?? null;
    setFullShelf(found);
    return found;
  }, [user]);
  const isLookedAt = shelved !== undefined;
  useEffect(() => void (isLookedAt || lookAtShelf()), [isLookedAt, lookAtShelf]);

  async function beginStory(): Promise<void> {
    const parsed = parseNewStory(read());
    if (!parsed.ok || isSending) return;
    setSending(true);
    attempt.current = toAttempt(parsed.story, attempt.current);
    const created = await createStory(attempt.current);
    if ("storyId" in created) {
      storyDrafts.keep(userId, userId, null);
      if (isStillOpen()) {
        await navigate(withNotice(`/stories/${created.storyId}`, "story-created"), { replace: hasAddress });
      } else {
        showSuccess("Story created successfully!");
        void revalidate(); // lists that are open by now have it too
      }
    } else if (created.isSignedOut) {
      showError("You must be logged in to create a story");
      await navigate(toSignInPath(PAGE_PATHS.newStory));
    } else if (created.failure?.code === "STORY_LIMIT_EXCEEDED" && (await lookAtShelf()) !== null) {
      setAsksForRoom(true); // the form was faster than the look at the shelf, or another story was begun meanwhile
    } else setRefused(created);
    setSending(false);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (fullShelf === null) await beginStory();
    else setAsksForRoom(parseNewStory(read()).ok);
  }

  /** Archives the story that takes the place, and begins this one. */
  async function makeRoom(): Promise<void> {
    setAsksForRoom(false);
    if (fullShelf === null) return;
    try {
      await sendChange(fullShelf.storyId, { intent: "archive" });
      setFullShelf(null);
    } catch (error) {
      setRefused({ errors: {}, failure: toErrorBody(asFailure(error)) });
      return;
    }
    await beginStory();
  }

  const shown = values ?? beginning.values;
  return {
    id,
    form,
    /** The field that gets the focus first: the chosen genre, or the first one. */
    firstField,
    submit,
    isSending,
    /** The story that has to be archived before this one can begin; `null`: there is room. */
    fullShelf,
    /** The person is asked whether it may be archived. */
    asksForRoom,
    makeRoom,
    keepShelf: () => setAsksForRoom(false),
    /** What the server has refused. */
    refused,
    requestId,
    user,
    isOpen,
    asked,
    canWriteAdult: user.canWriteAdult || hasConfirmedAge,
    isAlive,
    /** The initial values of the fields; a new `version` mounts new fields. */
    beginning,
    /** What stands in them now. */
    values: shown,
    history,
    genre: GENRES.find((name) => name === shown.genre) ?? null,
    isFromDraft,
    errors,
    findError,
    /** Whether the person chose the length themselves. */
    isLengthChosen: () => isLengthChosen.current,
    read,
    write,
    changed,
    /** Its button goes with it: the focus moves to the field before. */
    dropTitle: () =>
      write({ ...read(), title: "" }, history, form.current?.elements.namedItem("description")),
    /** The form as it was asked for. */
    startOver: (known: KeptForm["history"]) => {
      isLengthChosen.current = false;
      flushSync(() => write(asked, known));
      firstField.current?.focus();
    },
    onChange: (event: FormEvent) => {
      const field = onEdit(event);
      if (field === "storyLength") isLengthChosen.current = true;
      // The dependent fields of the previous genre are not restored.
      if (field === "genre") setBeginning(withoutDependents);
      changed();
    },
    onBlur,
    /** The age is confirmed: turns the switch on. */
    ageConfirmed: () => {
      setHasConfirmedAge(true);
      const box = form.current?.elements.namedItem("isNSFW");
      if (box instanceof HTMLInputElement) box.checked = true;
      changed();
    },
  };
}

export type NewStoryModel = ReturnType<typeof useNewStory>;

function withoutDependents({ values, version }: { values: NewStoryValues; version: number }) {
  return { version, values: { ...values, subGenre: "", categories: [], tropes: [] } };
}
