import { ChevronDown, ChevronUp, Undo2, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { attempt } from "#app/features/api/call-api.ts";
import { useLoaded } from "#app/features/api/use-loaded.ts";
import { toRange } from "#app/features/conversation/list/text-position.ts";
import { lastId } from "#app/features/conversation/live/loaded-messages.ts";
import type { LiveConversation } from "#app/features/conversation/live/use-conversation.ts";
import { openPath } from "#app/features/conversation/paths/path-calls.ts";
import { focusMessage, useGoToMessage } from "#app/features/conversation/paths/use-go-to-message.ts";
import { IconButton } from "#app/ui/button.tsx";
import { showError } from "#app/ui/show-toast.tsx";
import type { SearchItem } from "#domain/search.ts";
import { isWithinWord } from "#domain/word-edges.ts";
import styles from "./find-bar.module.css";
import type { FoundPlace } from "./find-parameters.ts";
import { fetchResultsWithin } from "./search-calls.ts";

type FindBarProps = {
  open: boolean;
  onClose: () => void;
  conversation: LiveConversation;
  /** What was looked for, the message to go to, and a path that has to be opened first. */
  q: string;
  at: string;
  path: string | null;
  onGoTo: (place: FoundPlace) => void;
  /** The message at which the person had been reading; `null`: at the end. */
  findLeftAt: () => string | null;
};

/** Over a conversation in which something was looked for: leads to the line, to the next and the one before, and back to where one was. */
export function FindBar(props: FindBarProps) {
  // The way back is gone when the bar is closed.
  const goToPlace = useGoToPlace(props.conversation);
  // Another search begins anew.
  return props.open ? <Bar key={props.q} {...props} goToPlace={goToPlace} /> : null;
}

/** `leafId`: the end of a path that is opened first; `null`: the message is on the open one. */
type GoToPlace = (messageId: string, leafId: string | null) => Promise<void>;

function useGoToPlace(conversation: LiveConversation): GoToPlace {
  const goToMessage = useGoToMessage(conversation);
  const endId = lastId(conversation.state.messages);
  /** It is gone to as soon as the path with that end is here. */
  const [awaited, setAwaited] = useState<{ messageId: string; headId: string | null } | null>(null);
  useEffect(() => {
    if (awaited === null || awaited.headId !== endId) return;
    setAwaited(null);
    goToMessage({ messageId: awaited.messageId, takesFocus: true });
  }, [awaited, endId, goToMessage]);

  return async (messageId, leafId) => {
    if (leafId === null) return goToMessage({ messageId, takesFocus: true });
    await attempt("That path could not be opened.", async () => {
      const { headMessageId } = await openPath(conversation.apiPath, leafId);
      setAwaited({ messageId, headId: headMessageId });
    });
  };
}

type BarProps = FindBarProps & { goToPlace: GoToPlace };

function Bar({ onClose, conversation, q, at, path, onGoTo, findLeftAt, goToPlace }: BarProps) {
  const { idField, state } = conversation;
  const endId = lastId(state.messages);
  const [left] = useState(() => ({ messageId: findLeftAt(), headId: endId }));
  const loaded = useLoaded(q, (signal) => fetchResultsWithin(q, idField, signal));
  const { value: results, failure, reload } = loaded;
  // Another path is open: other places are on it.
  useEffect(() => {
    if (state.opened !== null) void reload();
  }, [state.opened, reload]);
  const index = results?.findIndex(({ messageId }) => messageId === at) ?? -1;

  const show = useEffectEvent(goToPlace);
  const shown = useRef("");
  useEffect(() => {
    const wanted = `${at} ${path ?? ""}`;
    if (shown.current === wanted) return;
    shown.current = wanted;
    void show(at, path);
  }, [at, path]);
  useMarks(at, results?.[index], state.messages);

  function step(by: 1 | -1): void {
    if (failure !== null) {
      showError("The other places could not be looked up.", { description: failure });
      return void reload();
    }
    const from = index < 0 && by < 0 ? 0 : index; // the message itself may not be among the places
    const next = results?.[(from + by + results.length) % results.length];
    if (next === undefined) return;
    if (next.messageId !== at) onGoTo(next);
    else void goToPlace(at, next.isOnOpenPath ? null : next.leafId); // the only place; the person may have read on
  }
  function readOn(): void {
    focusMessage(at); // the button that was pressed is removed
    onClose();
  }
  async function goBack(): Promise<void> {
    onClose();
    const messageId = left.messageId ?? left.headId;
    if (messageId !== null) await goToPlace(messageId, left.headId === endId ? null : left.headId);
  }
  return (
    <section
      className={`${styles.bar} sticky row gap-4 bordered card-corners raised`}
      data-over-text=""
      data-tips="below"
      aria-label="Found in this text"
    >
      <p className="row gap-4 grow min-width-0" role="status">
        <b className="ellipsis">
          “<bdi>{q.trim()}</bdi>”
        </b>{" "}
        <span className="no-shrink">
          {results !== null && index >= 0 && `${index + 1} of ${results.length}`}
        </span>
      </p>
      <IconButton label="Place before" icon={<ChevronUp size={20} />} onClick={() => step(-1)} />
      <IconButton label="Next place" icon={<ChevronDown size={20} />} onClick={() => step(1)} />
      <IconButton label="Back to where I was" icon={<Undo2 size={20} />} onClick={() => void goBack()} />
      <IconButton label="Read on from here" icon={<X size={20} />} onClick={readOn} />
    </section>
  );
}

/** How often a message that comes into view is looked for, and for how long, in ms. */
const LOOK_MS = 100;
const LOOKS = 40;

/** Marks the words in the message. When the message is there, it scrolls to the first of them, the very line. It does so only once. */
function useMarks(messageId: string, place: SearchItem | undefined, messages: readonly unknown[]): void {
  /** The message that it has scrolled to. When others come later, the person reads or writes elsewhere. */
  const scrolledTo = useRef("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message may have come
  useEffect(() => {
    if (place === undefined || typeof Highlight === "undefined") return;
    let looks = 0;
    const timer = setInterval(() => {
      const element = document.querySelector(`[role="log"] [data-message="${CSS.escape(messageId)}"]`);
      looks += 1;
      if (element === null && looks < LOOKS) return;
      clearInterval(timer);
      const ranges = element === null ? [] : findRanges(element, place);
      CSS.highlights.set("found", new Highlight(...ranges));
      const box = ranges[0]?.getBoundingClientRect();
      if (box === undefined || scrolledTo.current === messageId) return;
      scrolledTo.current = messageId;
      if (box.top < 0 || box.bottom > window.innerHeight) {
        window.scrollBy({ top: box.top - window.innerHeight / 3, behavior: "instant" });
      }
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      CSS.highlights.delete("found");
    };
  }, [messageId, place, messages.length]);
}

/** The words of a snippet in the text of an element, the sentence with the match first. */
function findRanges(element: Element, { snippet, ranges }: SearchItem): Range[] {
  const text = element.textContent ?? "";
  const words = new Set(ranges.map(([from, to]) => snippet.slice(from, to)).filter((word) => word !== ""));
  const [from = 0] = ranges[0] ?? [];
  const around = snippet.slice(from, from + 24).replace(/…$/, "");
  const [first, others]: [Range[], Range[]] = [[], []];
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      const range = toRange(element, at, at + word.length);
      const { startContainer, startOffset, endContainer, endOffset } = range;
      if (isPartOfWord(startContainer, startOffset) || isPartOfWord(endContainer, endOffset)) continue;
      (text.startsWith(around, at) ? first : others).push(range);
    }
  }
  return [...first, ...others];
}

/** Whether a place is inside a word. The words of a snippet are whole ones. */
function isPartOfWord({ textContent }: Node, offset: number): boolean {
  return isWithinWord(textContent ?? "", offset);
}
