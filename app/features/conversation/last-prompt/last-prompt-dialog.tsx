import { callApi } from "#app/features/api/call-api.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { LoadState } from "#app/ui/load-state.tsx";
import { type LastPrompt, lastPromptAnswerSchema, type PromptPartName } from "#domain/last-prompt.ts";
import { formatCount } from "#domain/numbers.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { useSheet } from "../live/use-sheet.ts";
import styles from "./last-prompt-dialog.module.css";
import {
  ABOUT_PARTS,
  countItems,
  describeLeftOut,
  formatSeconds,
  nameModel,
  PART_TITLES,
  type PromptSubject,
  toShare,
} from "./part-text.ts";

const COLOURS: Record<PromptPartName, string> = {
  rules: "var(--control)",
  facts: "var(--accent)",
  lore: "var(--warning)",
  memory: "var(--focus)",
  people: "var(--success)",
  messages: "var(--primary)",
  notes: "var(--secondary)",
  request: "var(--text)",
};

type LastPromptDialogProps = {
  open: boolean;
  onClose: () => void;
  conversation: Pick<LiveConversation, "state" | "apiPath" | "subject" | "follow">;
  /** Who writes the replies: "Story", or the character's name. */
  author: string;
};

/** What the model was given for the last reply, in its parts. */
export function LastPromptDialog({ open, onClose, conversation, author }: LastPromptDialogProps) {
  const { apiPath, subject, state } = conversation;
  const loaded = useSheet(conversation, { sheet: null, isOpen: open }, (signal) =>
    callApi("GET", `${apiPath}/last-prompt`, lastPromptAnswerSchema, { signal }),
  );
  const { value, failure } = loaded;
  return (
    <Dialog open={open} onClose={onClose} look="sheet" over="What the AI sees" title={state.title}>
      <LoadState of={loaded} loading="Looking it up…" failed="This could not be loaded." />
      {value?.prompt === null && (
        <p className="muted">
          Nothing was written here yet. After the next {subject === "story" ? "passage" : "answer"} you can
          see here what the AI was given for it.
        </p>
      )}
      {value?.prompt && failure === null && (
        <Prompt prompt={value.prompt} subject={subject} author={author} />
      )}
    </Dialog>
  );
}

type PromptProps = { prompt: LastPrompt; subject: PromptSubject; author: string };

function Prompt({ prompt, subject, author }: PromptProps) {
  const { parts, contextTokens, replyTokens, firstWordSeconds, seconds, model } = prompt;
  const used = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const hasMemory = parts.some(({ name, items }) => name === "memory" && items.length > 0);
  return (
    <div className="stack gap-20">
      <p className="story-text">
        For the last {subject === "story" ? "passage" : "answer"} the AI was given these parts, in this order.
      </p>
      <dl className="facts">
        <dt className="muted">Written by</dt>
        <dd className="digits break-anywhere">{nameModel(model)}</dd>
        <dt className="muted">First word</dt>
        <dd className="digits break-anywhere">
          {firstWordSeconds === null ? "None came" : `After ${formatSeconds(firstWordSeconds)}`}
        </dd>
        <dt className="muted">All of it</dt>
        <dd className="digits break-anywhere">After {formatSeconds(seconds)}</dd>
        <dt className="muted">Room</dt>
        <dd className="digits break-anywhere">
          About {formatCount(used)} of {formatCount(contextTokens)} tokens used, {formatCount(replyTokens)}{" "}
          kept free for the reply.{" "}
          <span className="note">A token is about three quarters of an English word.</span>
        </dd>
      </dl>
      <div className={`${styles.budget} flex pill-corners`} aria-hidden="true">
        {parts.map(({ name, tokens }) => (
          <span
            key={name}
            style={{ background: COLOURS[name], flexBasis: `${(tokens / contextTokens) * 100}%` }}
          />
        ))}
        <span data-part="reply" style={{ flexBasis: `${(replyTokens / contextTokens) * 100}%` }} />
      </div>
      <div className="line-above">
        {parts.map((part) => (
          <Part
            key={part.name}
            part={part}
            contextTokens={contextTokens}
            hasMemory={hasMemory}
            subject={subject}
            author={author}
          />
        ))}
      </div>
    </div>
  );
}

type PartProps = Omit<PromptProps, "prompt"> & {
  part: LastPrompt["parts"][number];
  contextTokens: number;
  hasMemory: boolean;
};

function Part({ part, contextTokens, hasMemory, subject, author }: PartProps) {
  const count = countItems(part);
  const leftOut = describeLeftOut(part, hasMemory);
  return (
    <details className={`${styles.part} line-below`}>
      <summary>
        <span
          className={`${styles.mark} no-shrink`}
          style={{ background: COLOURS[part.name] }}
          aria-hidden="true"
        />
        <span className="flex wrap baseline grow min-width-0 column-gap-12">
          <h3 className="name">{PART_TITLES[part.name]}</h3>
          {count !== null && <span className="note">{count}</span>}
        </span>
        <span className="muted digits">
          {toShare(part.tokens, contextTokens)}
          <span className="visually-hidden"> of the room</span>
        </span>
      </summary>
      <div className={`${styles.content} stack gap-10`}>
        <p className="note">{ABOUT_PARTS[subject][part.name]}</p>
        {part.items.length === 0 ? (
          <p className="note">
            {part.name === "memory"
              ? "Nothing yet: the messages themselves have room."
              : "Nothing here this time."}
          </p>
        ) : (
          <ul className="stack gap-8 story-text keeps-lines" dir="auto">
            {part.items.map(({ role, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes
              <li className="break-anywhere" key={index}>
                {role !== null && <b className="strong">{role === "user" ? "You" : author}: </b>}
                {text}
              </li>
            ))}
          </ul>
        )}
        {leftOut !== null && <p className="note italic">{leftOut}</p>}
      </div>
    </details>
  );
}
