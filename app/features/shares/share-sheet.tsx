import { Check, Copy } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import * as v from "valibot";
import { asFailure, attempt, callApi } from "#app/features/api/call-api.ts";
import { useLoaded } from "#app/features/api/use-loaded.ts";
import { useIsOnline } from "#app/features/conversation/connection-notice.ts";
import type { LiveConversation } from "#app/features/conversation/live/use-conversation.ts";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { RadioCard, RadioCards, Switch } from "#app/ui/choices.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Select, TextField } from "#app/ui/field.tsx";
import { useCopy } from "#app/ui/use-copy.ts";
import { formatShortDate } from "#domain/dates.ts";
import { checkInput } from "#domain/input.ts";
import { isPassage } from "#domain/message.ts";
import { countThings } from "#domain/numbers.ts";
import { type ChangeShare, changeShareSchema, PEN_NAME_MAX, type Share, shareSchema } from "#domain/share.ts";
import { sendMissingPreviews } from "./draw-preview.ts";
import styles from "./share-sheet.module.css";

type ShareSheetProps = {
  open: boolean;
  onClose: () => void;
  conversation: Pick<LiveConversation, "apiPath" | "state">;
};

const DAY_MS = 24 * 3_600_000;
const PERIODS = { week: 7, month: 30, year: 365 };

/** The reading copies of a story: makes links, and says who may do what with them. */
export function ShareSheet({ open, onClose, conversation }: ShareSheetProps) {
  const { apiPath, state } = conversation;
  const { shares, failure, ended, reload, make, change, stop } = useShares(apiPath, open);
  const isOnline = useIsOnline();
  const [isMaking, setMaking] = useState(false);
  const [grows, setGrows] = useState(false);
  const isFirst = shares?.length === 0;
  // A copy ends with a passage: lines without a reply are left out.
  const unanswered = state.messages.toReversed().findIndex(isPassage);

  /** What is being typed is saved when its field is left. */
  function close(): void {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  }

  async function makeLink(): Promise<void> {
    if (isMaking || !isOnline) return;
    setMaking(true);
    await make({ grows, mayFork: true });
    setMaking(false);
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      look="sheet"
      over={state.title}
      title="Share a reading copy"
      foot={
        <>
          {!isOnline && <span className={`${styles.note} note`}>Waiting for the network</span>}
          {shares !== null && (
            <Button
              look={isFirst ? "primary" : "outlined"}
              aria-disabled={isMaking || !isOnline}
              onClick={() => void makeLink()}
            >
              {isMaking ? "Making the link…" : isFirst ? "Make a link" : "Make another link"}
            </Button>
          )}
          {!isFirst && <Button onClick={onClose}>Done</Button>}
        </>
      }
    >
      {failure !== null && (
        <div className={`${styles.failure} stack each-center gap-12 text-center`} role="alert">
          <Booky pose="puzzled" size={72} />
          <p>{failure}</p>
          <Button onClick={reload}>Try again</Button>
        </div>
      )}
      {shares === null && failure === null && <p role="status">Looking for your links…</p>}
      {ended > 0 && (
        <p key={ended} ref={takeFocus} className="margin-bottom-20" role="status" tabIndex={-1}>
          This copy is no longer shared.
        </p>
      )}
      {shares?.map((share) => (
        <SharedCopy
          key={share.shareId}
          share={share}
          isOnline={isOnline}
          onChange={(values) => change(share, values)}
          onStop={() => stop(share.shareId)}
        />
      ))}
      {shares !== null && (
        <fieldset className={styles.what}>
          <legend className="small strong">
            {isFirst ? "What readers see" : "What readers of another link see"}
          </legend>
          <RadioCards>
            <RadioCard
              name="grows"
              value="fixed"
              title="This path up to here"
              detail={`${countThings(state.messageCount - Math.max(0, unanswered), "passage", "passages")}${state.pathName === null ? "" : ` of “${state.pathName}”`}, as they stand now. Later changes stay with you.`}
              checked={!grows}
              onChange={() => setGrows(false)}
            />
            <RadioCard
              name="grows"
              value="grows"
              title="This path as it grows"
              detail="A passage is shown once you have gone on from it."
              checked={grows}
              onChange={() => setGrows(true)}
            />
          </RadioCards>
          <p className={`${styles.note} note`}>
            Never in it: your other paths, versions, notes, lore, memory.
          </p>
        </fieldset>
      )}
    </Dialog>
  );
}

/** When it appears, the button that had the focus is gone. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

type SharedCopyProps = {
  share: Share;
  isOnline: boolean;
  onChange: (change: ChangeShare) => Promise<void>;
  onStop: () => Promise<void>;
};

function SharedCopy({ share, isOnline, onChange, onStop }: SharedCopyProps) {
  const { url, grows, penName, mayFork, isIndexed, expiresAt, createdAt, messageCount, pathName } = share;
  const [error, setError] = useState<string | null>(null);

  /** Saves by itself when the field is left. */
  async function savePenName(name: string): Promise<void> {
    if (name.trim() === penName) return setError(null);
    const checked = checkInput(changeShareSchema, { penName: name });
    setError(checked.ok ? null : checked.fault.message);
    if (checked.ok) await onChange(checked.output);
  }

  return (
    <section
      className={`${styles.copy} stack gap-12 margin-bottom-28 padding-bottom-24 line-below`}
      aria-label={`Link of ${formatShortDate(createdAt, { now: new Date() })}`}
    >
      {url === null ? (
        <p className={`${styles.note} note`}>
          The address of this link is not known here any more. Whoever has it can still read.
        </p>
      ) : (
        <Address url={url} />
      )}
      <p className={`${styles.note} note`}>
        Whoever has this link can read, without an account.{" "}
        {isIndexed ? "Search engines may list it." : "Search engines are told to stay away."}
      </p>
      <p className={styles.shown}>
        <b>{grows ? "This path as it grows" : "This path up to there"}</b>
        {countThings(messageCount, "passage", "passages")}
        {pathName !== null && (
          <>
            {" "}
            of “<bdi>{pathName}</bdi>”
          </>
        )}
      </p>
      <TextField
        label="Name under the title"
        name="penName"
        max={PEN_NAME_MAX}
        optional
        defaultValue={penName}
        error={error}
        disabled={!isOnline}
        onBlur={({ target }) => void savePenName(target.value)}
      />
      <Switch
        label="Readers may begin their own from here"
        hint="They get a copy. Yours is not touched."
        checked={mayFork}
        disabled={!isOnline}
        onChange={({ target }) => void onChange({ mayFork: target.checked })}
      />
      <Switch
        label="Search engines may list it"
        hint="Stories for adults are never listed with their text."
        checked={isIndexed}
        disabled={!isOnline}
        onChange={({ target }) => void onChange({ isIndexed: target.checked })}
      />
      <Select
        label="It ends"
        value=""
        disabled={!isOnline}
        onChange={({ target }) => void onChange({ expiresAt: toExpiry(target.value) })}
      >
        <option value="">{describeExpiry(expiresAt)}</option>
        {expiresAt !== null && <option value="never">When I stop sharing</option>}
        <option value="week">In a week</option>
        <option value="month">In a month</option>
        <option value="year">In a year</option>
      </Select>
      <Readers share={share} />
      <StopSharing isOnline={isOnline} onStop={onStop} />
    </section>
  );
}

function Address({ url }: { url: string }) {
  const [isCopied, copy] = useCopy();
  return (
    <div className={`${styles.address} stack gap-8`}>
      <TextField
        label="Link"
        readOnly
        value={url.replace(/^https?:\/\//, "")}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => void copy(url)}>
        {isCopied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        <span role="status">{isCopied ? "Copied" : "Copy"}</span>
      </Button>
    </div>
  );
}

function Readers({ share: { readerCount, finishedCount, createdAt } }: { share: Share }) {
  const since = formatShortDate(createdAt, { now: new Date() });
  return (
    <p className={`${styles.readers} row gap-16`}>
      <b>{readerCount}</b>
      <span>
        <b>
          {readerCount === 1 ? "reader" : "readers"} since {since}
        </b>
        {finishedCount === 0 ? "" : `${finishedCount} came to the end. `}Counted, never named.
      </span>
    </p>
  );
}

/** Asks once. */
function StopSharing({ isOnline, onStop }: { isOnline: boolean; onStop: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button aria-disabled={!isOnline} onClick={() => isOnline && setAsking(true)}>
        <span className="danger">Stop sharing</span>
      </Button>
    );
  }
  return (
    <fieldset className={`${styles.asking} flex wrap gap-12`}>
      <legend className="visually-hidden">Stop sharing</legend>
      <p>Nobody can read it by this link any more, for good.</p>
      <Button onClick={() => setAsking(false)}>Go on sharing</Button>
      <Button look="danger" autoFocus onClick={() => void onStop().finally(() => setAsking(false))}>
        Stop sharing
      </Button>
    </fieldset>
  );
}

function describeExpiry(expiresAt: string | null): ReactNode {
  if (expiresAt === null) return "When I stop sharing";
  const now = new Date();
  const day = formatShortDate(expiresAt, { now });
  return Date.parse(expiresAt) <= now.getTime() ? `It has ended, on ${day}` : `On ${day}`;
}

function toExpiry(choice: string): string | null {
  const days = Object.entries(PERIODS).find(([name]) => name === choice)?.[1];
  return days === undefined ? null : new Date(Date.now() + days * DAY_MS).toISOString();
}

/** The links of a story, read each time when the sheet opens. What fails is said, and nothing on the sheet changes. */
function useShares(apiPath: string, open: boolean) {
  const [ended, setEnded] = useState(0);
  if (!open && ended > 0) setEnded(0);
  const loaded = useLoaded(open ? apiPath : null, async (signal) => {
    const read = await callApi("GET", `${apiPath}/shares`, v.array(shareSchema), { signal });
    void sendMissingPreviews(apiPath, read);
    return read;
  });
  const { value: shares, failure, put } = loaded;
  /** `known`: as the server has those that are being changed. */
  const saving = useRef({ last: Promise.resolve(true), waiting: 0, known: new Map<string, Share>() });
  const takeAway = (shareId: string): void => {
    setEnded((count) => count + 1);
    put((before) => (before ?? []).filter((one) => one.shareId !== shareId));
  };

  return {
    shares,
    failure,
    /** How many were ended since the sheet was opened. */
    ended,
    reload: () => void loaded.reload(),
    make: (input: { grows: boolean; mayFork: boolean }) =>
      attempt("The link could not be made.", async () => {
        const made = await callApi("POST", `${apiPath}/shares`, shareSchema, { body: input });
        void sendMissingPreviews(apiPath, [made]);
        setEnded(0);
        put((before) => [made, ...(before ?? [])]);
      }),
    /** Shown at once, and saved after the changes before it: what was chosen last stays. After the last one the server's word counts. */
    change: async (share: Share, values: ChangeShare) => {
      const { shareId } = share;
      const queue = saving.current;
      const save = async () => {
        const saved = await callApi("PATCH", `${apiPath}/shares/${shareId}`, shareSchema, { body: values });
        queue.known.set(shareId, saved);
      };
      put((before) => (before ?? []).map((one) => (one.shareId === shareId ? { ...one, ...values } : one)));
      if (!queue.known.has(shareId)) queue.known.set(shareId, share);
      queue.waiting += 1;
      queue.last = queue.last.then(() =>
        attempt("This could not be saved.", () =>
          save().catch((error: unknown) => {
            if (asFailure(error).code === "NOT_FOUND") takeAway(shareId); // it was stopped in another tab
            throw error;
          }),
        ),
      );
      await queue.last;
      queue.waiting -= 1;
      if (queue.waiting > 0) return;
      const { known } = queue;
      queue.known = new Map();
      put((before) => (before ?? []).map((one) => known.get(one.shareId) ?? one));
    },
    stop: async (shareId: string) => {
      await attempt("It is still shared.", async () => {
        await callApi("DELETE", `${apiPath}/shares/${shareId}`, v.unknown()).catch((error: unknown) => {
          if (asFailure(error).code !== "NOT_FOUND") throw error; // a second press, or one in another tab
        });
        takeAway(shareId);
      });
    },
  };
}
