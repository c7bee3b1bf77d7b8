import { type ReactNode, useEffect, useState } from "react";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import type { ReplyProgress } from "../live/conversation-state.ts";

/** A reply that begins within this time needs no text that explains the wait. */
const QUIET_MS = 2_000;
/** The seconds are shown only after this time: during a short wait they distract. */
const COUNTED_MS = 10_000;

type AwaitedReplyProps = {
  progress: ReplyProgress;
  /** The name of the model or the character that writes the reply. */
  reader: string;
  /** What is read, such as "your story". */
  material: string;
  /** What is shown before anything is known, instead of dots alone. */
  children?: ReactNode;
  /** Without dots: something else shows that a reply is awaited. */
  bare?: boolean;
};

/** Shows what the model does before its reply begins. Screen readers announce each change, but not the seconds. */
export function AwaitedReply({ progress, reader, material, children, bare = false }: AwaitedReplyProps) {
  const [waitedMs, isKnown] = useWait(progress);
  return (
    <p className="row gap-12 story-aside muted">
      {!bare && <TypingDots label={isKnown || children ? null : "The next passage is being written"} />}
      <span>
        <span role="status">
          {isKnown ? (
            <Sentence phase={progress.phase} reader={reader} material={material} />
          ) : (
            children && <span>{children}</span>
          )}
        </span>{" "}
        <Seconds waitedMs={waitedMs} />
      </span>
    </p>
  );
}

type AwaitedAnswerProps = Omit<AwaitedReplyProps, "bare" | "progress"> & { progress: Wait };

/** The same text for answers other than replies. It is used inside an element that screen readers already announce. */
export function AwaitedAnswer({ progress, reader, material, children }: AwaitedAnswerProps) {
  const [waitedMs, isKnown] = useWait(progress);
  return (
    <>
      {isKnown ? <Sentence phase={progress.phase} reader={reader} material={material} /> : children}{" "}
      <Seconds waitedMs={waitedMs} />
    </>
  );
}

function Seconds({ waitedMs }: { waitedMs: number }) {
  if (waitedMs < COUNTED_MS) return null;
  return (
    <span className="digits nowrap" aria-hidden="true">
      {Math.floor(waitedMs / 1000)} s
    </span>
  );
}

type SentenceProps = { phase: ReplyProgress["phase"] | "writing"; reader: string; material: string };

/** Another element for each phase: one that goes takes its translation by the browser with it. */
function Sentence(props: SentenceProps) {
  return <span key={props.phase}>{toSentence(props)}</span>;
}

function toSentence({ phase, reader, material }: SentenceProps): ReactNode {
  if (phase === "sending") return "Sending…";
  if (phase === "loading") return "The model is being loaded…";
  if (phase === "waiting") return "The model writes another text first…";
  const does = phase === "reading" ? `is reading ${material}…` : `is ${phase}…`;
  return (
    <>
      <bdi>{reader}</bdi> {does}
    </>
  );
}

type Wait = { phase: SentenceProps["phase"]; elapsedMs: number };

/** The milliseconds since the request, updated each second, and whether the page explains the wait. */
function useWait({ phase, elapsedMs }: Wait): [waitedMs: number, isKnown: boolean] {
  const [start] = useState(() => Date.now() - elapsedMs);
  const [waitedMs, setWaited] = useState(elapsedMs);
  useEffect(() => {
    const timer = setInterval(() => setWaited(Date.now() - start), 1_000);
    return () => clearInterval(timer);
  }, [start]);
  return [waitedMs, waitedMs >= QUIET_MS || (phase !== "reading" && phase !== "sending")];
}
