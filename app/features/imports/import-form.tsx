import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { Problem } from "#app/features/layout/page.tsx";
import { keepUnsent, readUnsent, UNSENT_TEXTS, useReclaimed } from "#app/features/storage/unsent-text.ts";
import { Button } from "#app/ui/button.tsx";
import fieldStyles from "#app/ui/field.module.css";
import { Frame } from "#app/ui/field.tsx";
import { isSignedOut } from "#app/ui/show-toast.tsx";
import { useStillOpen } from "#app/ui/use-still-open.ts";
import { IMPORT_MAX_BYTES, startedImportSchema } from "#domain/imports.ts";
import { toSignInPath } from "#domain/return-path.ts";
import styles from "./imports.module.css";

/** An upload of 20 MB over a slow line. */
const UPLOAD_MS = 10 * 60_000;

export function toImportPath(importId: string): string {
  return `/stories/bring-in/${importId}`;
}

/** Takes files or a pasted text. What was chosen and typed stays if it is refused. */
export function ImportForm() {
  const id = useId();
  const navigate = useNavigate();
  const isStillOpen = useStillOpen();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [repeatId, setRepeatId] = useState<string | null>(null);
  const draft = useRef<HTMLTextAreaElement>(null);
  const readerId = useReaderId();
  /** Of the pasted text while it is not sent. */
  const key = `talespark:draft:bring-in:${readerId}`;
  useEffect(() => putBack(draft.current, readUnsent(key) ?? ""), [key]);
  useReclaimed(UNSENT_TEXTS, { readerId, id: key }, (kept) => putBack(draft.current, kept));

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const form = new FormData(event.currentTarget);
    // Where nothing is chosen, a browser sends a file without a name.
    const files = form
      .getAll("file")
      .filter((file): file is File => file instanceof File && file.name !== "");
    form.delete("file");
    for (const file of files) form.append("file", file);
    if (repeatId !== null) form.set("again", "true");
    setProblem(null);
    if (files.reduce((sum, { size }) => sum + size, 0) > IMPORT_MAX_BYTES) {
      setProblem("These files are larger than 20 MB together. Please bring them in in parts.");
      return;
    }
    setSending(true);
    try {
      const options = { form, giveUpMs: UPLOAD_MS };
      const started = await callApi("POST", "/api/imports", startedImportSchema, options);
      if (started.isRepeat) return setRepeatId(started.import.importId);
      keepUnsent(readerId, key, null);
      if (isStillOpen()) await navigate(toImportPath(started.import.importId));
    } catch (error) {
      setProblem(asFailure(error).message);
    } finally {
      setSending(false);
    }
  }

  return (
    <form
      className={`${styles.form} stack each-start gap-24`}
      onSubmit={submit}
      onInput={() => setRepeatId(null)}
      data-needs-script=""
    >
      <Frame id={`${id}-file`} label="Files">
        <input
          id={`${id}-file`}
          className={fieldStyles.control}
          type="file"
          name="file"
          multiple
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} className="note">
          Chats of SillyTavern, saves of KoboldAI, stories of NovelAI, files of Talespark, text and Markdown,
          also several or as a ZIP, up to 20 MB. Add a character card, and its chats become chats with that
          character.
        </p>
      </Frame>
      <Frame id={`${id}-text`} label="Or paste a draft">
        <textarea
          id={`${id}-text`}
          className={`${fieldStyles.control} ${fieldStyles.text} ${styles.draft}`}
          ref={draft}
          name="text"
          dir="auto"
          onChange={({ target }) => keepUnsent(readerId, key, target.value || null)}
          placeholder="The AI goes on from here."
        />
      </Frame>
      {problem && (
        <Problem>
          {problem} {isSignedOut() && <Link to={toSignInPath("/stories/bring-in")}>Sign in</Link>}
        </Problem>
      )}
      {repeatId && (
        <p role="alert">
          You have brought this in before: <Link to={toImportPath(repeatId)}>look at it</Link>. Nothing came a
          second time.
        </p>
      )}
      <Button type="submit" look="primary" aria-disabled={isSending}>
        {isSending ? "Sending…" : repeatId ? "Bring it in once more" : "Bring it in"}
      </Button>
    </form>
  );
}

function putBack(box: HTMLTextAreaElement | null, kept: string): void {
  if (box?.value === "") box.value = kept;
}
