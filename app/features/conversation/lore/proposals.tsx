import { SmallBooky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import type { LoreProposal } from "#domain/lore.ts";
import styles from "./lore.module.css";
import { KIND_NAMES, nameOrigin } from "./lore-wording.ts";
import type { Lore } from "./use-lore.ts";

type ProposalsProps = {
  lore: Pick<Lore, "proposals" | "conversation" | "subject" | "entries">;
  /** The one that is being kept or dismissed; `null`: none. */
  busyId: string | null;
  onKeep: (proposal: LoreProposal) => void;
  onChange: (proposal: LoreProposal) => void;
  onDismiss: (proposal: LoreProposal) => void;
  onGoTo: (messageId: string) => void;
};

/** What passages have told that is worth keeping. It counts for nothing until it is kept. */
export function Proposals({ lore, busyId, onKeep, onChange, onDismiss, onGoTo }: ProposalsProps) {
  const { proposals, conversation, subject, entries } = lore;
  if (proposals.length === 0) return null;
  return (
    <section className="margin-bottom-28" aria-labelledby="lore-proposals">
      <div className={`${styles.proposalsHead} row wrap gap-8 padding-bottom-12 line-below`}>
        <SmallBooky pose="writing" size={20} />
        <h3 id="lore-proposals">Proposed from the story ({proposals.length})</h3>
        <p className="note">Not used until you keep it</p>
      </div>
      <ul>
        {proposals.map((proposal) => {
          const { proposalId, messageId, name, kind, text, addsTo } = proposal;
          const isBusy = proposalId === busyId;
          const ways = { "aria-disabled": busyId !== null };
          const grown = entries?.find(({ entryId }) => entryId === addsTo?.entryId);
          return (
            <li key={proposalId} className="padding-block-12 line-below" aria-busy={isBusy}>
              <div className="flex wrap space-between baseline column-gap-12">
                <bdi className="min-width-0 name break-anywhere">{name}</bdi>
                <span className="note">
                  {KIND_NAMES[kind].toLowerCase()} ·{" "}
                  <button
                    type="button"
                    className="word-button"
                    onClick={() => onGoTo(messageId)}
                    aria-label={`${nameOrigin(messageId, conversation.state, subject)}: ${name}`}
                  >
                    {nameOrigin(messageId, conversation.state, subject)}
                  </button>
                </span>
              </div>
              {addsTo !== null && (
                <>
                  <p className="small muted">
                    Adds to <bdi>{grown?.name ?? name}</bdi>
                  </p>
                  {addsTo.before !== "" && (
                    <p className={`${styles.before} muted`} dir="auto">
                      {addsTo.before}
                    </p>
                  )}
                </>
              )}
              <p className={styles.proposedText} dir="auto">
                {addsTo === null ? text : <ins className="no-underline">{text}</ins>}
              </p>
              <div className="flex wrap gap-4 margin-top-8">
                <Button {...ways} aria-label={`Keep: ${name}`} onClick={() => onKeep(proposal)}>
                  Keep
                </Button>
                <Button
                  look="quiet"
                  {...ways}
                  aria-label={`Change: ${name}`}
                  onClick={() => !ways["aria-disabled"] && onChange(proposal)}
                >
                  Change
                </Button>
                <Button
                  look="quiet"
                  {...ways}
                  aria-label={`Not this: ${name}`}
                  onClick={() => onDismiss(proposal)}
                >
                  Not this
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
