import { Sparkles } from "lucide-react";
import { AwaitedAnswer } from "#app/features/conversation/list/awaited-reply.tsx";
import { KEPT_CHANGES } from "#app/features/forms/booky-fill.ts";
import { UndoButtons } from "#app/features/forms/undo-buttons.tsx";
import { Problem } from "#app/features/layout/page.tsx";
import { Button } from "#app/ui/button.tsx";
import styles from "./character-dialog.module.css";
import type { CharacterForm } from "./use-character-form.ts";

/** What Booky can do for the details, and what he has done. */
export function BookyPart({ form }: { form: CharacterForm }) {
  const { booky } = form;
  return (
    <div className={styles.booky}>
      {booky.kind === "wrote" ? (
        <p role="status">
          {booky.source === "model"
            ? "Booky filled in what was missing."
            : "One of Booky's own people, free of charge."}
        </p>
      ) : (
        // One button for both, so that it keeps the focus when it becomes "Cancel".
        <Button onClick={booky.kind === "writing" ? form.cancel : () => void form.askBooky()}>
          {booky.kind !== "writing" && <Sparkles size={17} aria-hidden="true" />}
          {booky.kind === "writing" ? "Cancel" : "Let Booky fill it in"}
        </Button>
      )}
      {booky.kind === "writing" && (
        <p role="status">
          {booky.progress === null ? (
            "One moment…"
          ) : (
            <AwaitedAnswer progress={booky.progress} reader="Booky" material="the sheet" />
          )}
        </p>
      )}
      {booky.kind === "kept-changes" && <p role="status">{KEPT_CHANGES}</p>}
      {booky.kind === "cleared" && <p role="status">A clean page.</p>}
      {booky.kind === "failed" && <Problem>{booky.message}</Problem>}
      {booky.kind === "rest" && <small>1 Spark, once he has written it</small>}
      <UndoButtons undo={form.undo} redo={form.redo} />
    </div>
  );
}
