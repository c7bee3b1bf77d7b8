import { ChevronsLeft, ChevronsRight, Pause, Play, X } from "lucide-react";
import {
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { useBackCloses } from "#app/ui/back-layers.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Switch } from "#app/ui/choices.tsx";
import { useLast } from "#app/ui/lazy-dialog.tsx";
import { prefersReducedMotion, useNarrow } from "#app/ui/media-queries.ts";
import { useBarHeight } from "../input-bar/use-bar-height.ts";
import { TextLanguage } from "../list/text-language.ts";
import { findPlaceAt, findTextRange, READING_TOP } from "../list/text-position.ts";
import { isBusy } from "../live/conversation-selectors.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import styles from "./listen-dock.module.css";
import { takeMediaKeys } from "./media-keys.ts";
import { browserSpeech, speak } from "./speech.ts";
import { findNextSpot, listSentences, type SpokenSentence, type Spot } from "./spoken-sentences.ts";
import { giveVoice, type KeptVoices, keepVoices, RATES, readVoices } from "./voice-settings.ts";
import { findVoice, listVoices } from "./voices.ts";

/** Characters a second at speed 1, about 165 words a minute. */
const PACE = 14;
/** More passages than this share their leaves. */
const LEAVES_MAX = 20;
const MARK = "spoken";

type ListenDockProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  conversation: Pick<LiveConversation, "id" | "state">;
};

/** Reads a story aloud from the line at the top of the page on, sentence by sentence, into the passages that follow. */
export function ListenDock({ onClose, title, conversation }: ListenDockProps) {
  const { state, id: storyId } = conversation;
  const { messages, messageCount, cast } = state;
  const readerId = useReaderId();
  const dock = useRef<HTMLElement>(null);
  const [kept, setKept] = useState(() => readVoices(readerId));
  const [spot, setSpot] = useState<Spot | null>(() => findFirstSpot(messages));
  const [isPlaying, setPlaying] = useState(true);
  const [stopsSoon, setStopsSoon] = useState(false);
  const [showsVoices, setShowsVoices] = useState(false);
  const all = useVoices();
  const language = useContext(TextLanguage) ?? "en";
  const people = useMemo(() => cast.map(({ name }) => name), [cast]);
  const first = messages[0];
  // The dock was opened before there was a text.
  if (spot === null && first !== undefined) setSpot({ messageId: first.messageId, index: 0 });
  const at = messages.findIndex(({ messageId }) => messageId === spot?.messageId);
  const message = messages[at];
  const told = useLast(message ?? null);
  const version = message === undefined && messages.find(({ parentId }) => parentId === told?.parentId);
  // Another version has come in its place.
  if (version) setSpot({ messageId: version.messageId, index: 0 });
  const sentences = useMemo(() => (message ? listSentences(message) : []), [message]);
  const sentence = spot === null ? undefined : sentences[spot.index];
  const waits = at === messages.length - 1 && isBusy(state);
  const context = { storyId, language, cast: people };

  function change(next: KeptVoices): void {
    setKept(next);
    keepVoices(next);
  }

  /** From one sentence to another: into the passages after or before, as far as there are any. */
  function step(by: 1 | -1): void {
    if (spot === null) return;
    const next = findNextSpot(messages, spot, by);
    if (next === null) {
      if (by === -1) return;
      if (waits) setSpot({ ...spot, index: sentences.length });
      else onClose(); // the text is over
      return;
    }
    if (by === 1 && stopsSoon && next.messageId !== spot.messageId) {
      setPlaying(false);
      setStopsSoon(false);
    }
    setSpot(next);
  }

  const onSaid = useEffectEvent((isWhole: boolean) => {
    if (isWhole) step(1);
  });
  const onFailed = useEffectEvent(onClose);
  const toPieces = useEffectEvent((said: SpokenSentence) =>
    said.parts.map(({ text, speaker }) => ({
      text,
      voice: findVoice(all, kept, context, speaker),
      language,
      rate: kept.rate,
    })),
  );
  // A sentence begins again with another speed or voice. What has come since the last one is said when it is whole.
  const isOver = spot !== null && message === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sentence by its place, not by the object
  useEffect(() => {
    if (isOver) return onFailed();
    if (!isPlaying || sentence === undefined) return;
    const speaker = speak(
      toPieces(sentence),
      browserSpeech({ onFailed, onEnd: onSaid, onInterrupted: () => setPlaying(false) }),
    );
    return () => speaker.stop();
  }, [isPlaying, spot, isOver, sentence?.end, kept, all]);

  // At the end of the text: the next passage has come, or none will come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with each new message
  useEffect(() => {
    if (message !== undefined && sentence === undefined) step(1);
  }, [messages.length, waits, message, sentence]);

  useBackCloses(useNarrow(), onClose);
  useBarHeight(dock);
  useMark(sentence, dock);
  useKeys({ setPlaying, step, onClose, title, isPlaying });

  const left = useMemo(
    () => messages.slice(Math.max(0, at)).reduce((sum, { content }) => sum + content.length, 0),
    [messages, at],
  );
  const passage = messageCount - messages.length + at + 1;
  const voices = listVoices(all, language);
  return (
    <section
      ref={dock}
      className={`${styles.dock} fixed line-above raised shadow`}
      aria-label="Listening"
      data-listening=""
    >
      <div ref={takeFocus} className={`${styles.inner} stack gap-10 center-block`}>
        <header className="stack">
          <h2 className="heading">Listening</h2>
          <p className="note">
            passage {passage} of {messageCount}, {toMinutes(left / kept.rate)} left
          </p>
          <IconButton label="Stop listening" icon={<X size={20} />} onClick={onClose} />
        </header>
        <Leaves at={passage} of={messageCount} />
        <div className="row space-between">
          <button
            type="button"
            className={`${styles.pick} tap-height strong digits rounded controlled`}
            aria-label={`${kept.rate.toFixed(1)}× speed`}
            onClick={() =>
              change({ ...kept, rate: RATES[(RATES.indexOf(kept.rate) + 1) % RATES.length] ?? 1 })
            }
          >
            {kept.rate.toFixed(1)}×
          </button>
          <IconButton label="Sentence before" icon={<ChevronsLeft size={22} />} onClick={() => step(-1)} />
          <button
            type="button"
            data-play=""
            className={`${styles.play} middle round`}
            aria-label={isPlaying ? "Pause" : "Go on"}
            onClick={() => setPlaying(!isPlaying)}
          >
            {isPlaying ? <Pause size={26} fill="currentColor" /> : <Play size={26} fill="currentColor" />}
          </button>
          <IconButton label="Next sentence" icon={<ChevronsRight size={22} />} onClick={() => step(1)} />
          <button
            type="button"
            className={`${styles.pick} tap-height strong digits rounded controlled`}
            aria-expanded={showsVoices}
            onClick={() => setShowsVoices(!showsVoices)}
          >
            Voices
          </button>
        </div>
        {showsVoices && (
          <div className={`${styles.voices} stack gap-6`}>
            {voices.length === 0 && <p>This browser speaks with its own voice.</p>}
            {voices.length > 0 &&
              [null, ...people].map((name) => (
                <label className="row tap-height gap-10 muted size-15" key={name ?? "narrator"}>
                  <span className="grow min-width-0 break-anywhere" dir="auto">
                    {name ?? "Narrator"}
                  </span>
                  <select
                    className="tap-height text-color rounded controlled surface"
                    value={findVoice(all, kept, context, name)?.name ?? ""}
                    onChange={({ target }) => change(giveVoice(kept, storyId, name, target.value))}
                  >
                    {voices.map((voice) => (
                      <option key={voice.name}>{voice.name}</option>
                    ))}
                  </select>
                </label>
              ))}
          </div>
        )}
        <Switch
          label="Stop after this passage"
          checked={stopsSoon}
          onChange={({ target }) => setStopsSoon(target.checked)}
        />
      </div>
    </section>
  );
}

/** The passages as leaves, those that were heard in colour. */
function Leaves({ at, of }: { at: number; of: number }) {
  const count = Math.min(of, LEAVES_MAX);
  const heard = Math.round((at / of) * count);
  return (
    <div className={`${styles.leaves} flex space-between`} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => index + 1).map((leaf) => (
        <i key={leaf} data-heard={leaf < heard || undefined} data-here={leaf === heard || undefined} />
      ))}
    </div>
  );
}

/** As `about 9 minutes`. `length`: in characters at speed 1. */
function toMinutes(length: number): string {
  const minutes = Math.max(1, Math.round(length / PACE / 60));
  return `about ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

/** Moves the focus to the main button. When the dock closes, the focus goes back to where it was, if it is still in the dock. */
function takeFocus(dock: HTMLDivElement): () => void {
  const before = document.activeElement;
  dock.querySelector<HTMLElement>("[data-play]")?.focus({ preventScroll: true });
  return () => {
    const isHere = dock.contains(document.activeElement);
    if (isHere && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}

/** The sentence at the top of the page; in a reply that is being written, the end of what comes before it. `null`: nothing does. */
function findFirstSpot(messages: LiveConversation["state"]["messages"]): Spot | null {
  const log = document.querySelector('[role="log"]');
  const place = log && findPlaceAt(log, READING_TOP);
  const shown = messages.find(({ messageId }) => messageId === place?.messageId);
  const message = shown ?? messages.at(-1);
  if (message === undefined) return null;
  const sentences = listSentences(message);
  const index = shown ? sentences.findIndex(({ end }) => end > (place?.offset ?? 0)) : sentences.length;
  return { messageId: message.messageId, index: Math.max(0, index) };
}

/** Tints the sentence. If it is out of sight, it is scrolled to the upper third, or higher where the dock leaves less room. */
function useMark(sentence: SpokenSentence | undefined, dock: RefObject<HTMLElement | null>): void {
  const { messageId, start, end } = sentence ?? { messageId: "", start: 0, end: 0 };
  useEffect(() => {
    const range = messageId === "" ? null : findTextRange(document.body, { messageId, start, end });
    if (range === null) return;
    if ("highlights" in CSS) CSS.highlights.set(MARK, new Highlight(range));
    const { top, bottom } = range.getBoundingClientRect();
    const { innerHeight } = window;
    const lowest = Math.min((2 * innerHeight) / 3, innerHeight - (dock.current?.offsetHeight ?? 0));
    if (top < READING_TOP || bottom > lowest) {
      window.scrollBy({ top: top - lowest / 2, behavior: prefersReducedMotion() ? "instant" : "smooth" });
    }
    return () => void ("highlights" in CSS && CSS.highlights.delete(MARK));
  }, [messageId, start, end, dock]);
}

type Keys = {
  setPlaying: (wanted: boolean) => void;
  step: (by: 1 | -1) => void;
  onClose: () => void;
  title: string;
  isPlaying: boolean;
};

/** Space pauses, the arrows go from sentence to sentence, Escape ends it; so do media keys. */
function useKeys({ setPlaying, step, onClose, title, isPlaying }: Keys): void {
  const run = useEffectEvent((what: "toggle" | "next" | "previous" | "stop") => {
    if (what === "toggle") setPlaying(!isPlaying);
    else if (what === "stop") onClose();
    else step(what === "next" ? 1 : -1);
  });
  const keys = useRef<ReturnType<typeof takeMediaKeys> | null>(null);
  useEffect(() => {
    const taken = takeMediaKeys({
      // A headset sends its pause key also when the speech is already paused.
      play: () => setPlaying(true),
      pause: () => setPlaying(false),
      stop: () => run("stop"),
      previoustrack: () => run("previous"),
      nexttrack: () => run("next"),
    });
    keys.current = taken;
    return () => taken.release();
  }, [setPlaying]);
  useEffect(() => keys.current?.show(title, isPlaying), [title, isPlaying]);

  useEffect(() => {
    const actions = { " ": "toggle", ArrowRight: "next", ArrowLeft: "previous", Escape: "stop" } as const;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, altKey, metaKey } = event;
      const isControl =
        target instanceof Element &&
        target.closest("input, textarea, select, [role=dialog], [role=menu], article") !== null;
      const isPressed = key === " " && target instanceof Element && target.closest("button, a") !== null;
      if (!Object.hasOwn(actions, key) || isControl || isPressed || ctrlKey || altKey || metaKey) return;
      event.preventDefault();
      run(actions[key as keyof typeof actions]);
    };
    // In the capture phase: Escape would stop a reply that is being written as well.
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, []);
}

/** All voices of this browser; they may come late. */
function useVoices(): readonly SpeechSynthesisVoice[] {
  const known = useRef<readonly SpeechSynthesisVoice[]>([]);
  return useSyncExternalStore(
    (onChange) => {
      // Not in every browser.
      window.speechSynthesis.addEventListener?.("voiceschanged", onChange);
      return () => window.speechSynthesis.removeEventListener?.("voiceschanged", onChange);
    },
    () => {
      const now = window.speechSynthesis.getVoices();
      if (now.length !== known.current.length) known.current = now;
      return known.current;
    },
  );
}
