import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { BookCover } from "#app/features/stories/book-cover.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { GUARANTEE_DAYS, PREMIUM_OFFER } from "#domain/plan-prices.ts";
import styles from "./premium-book.module.css";

/** An open book: its cover on the left, `children` on its page. */
export function PremiumBook({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={`${styles.screen} stack center-block`}>
      <div className={`${styles.book} stack raised shadow`}>
        <div className={styles.cover} aria-hidden="true">
          <BookCover genre="Open Genre" seed="blank 3" first />
        </div>
        <div className={`${styles.page} column justify-center items-start min-width-0 gap-12`}>
          {children}
        </div>
      </div>
      {foot}
    </main>
  );
}

/** What Premium gives, for a person who has it now. `said` stands above it. */
export function PremiumWelcome({ firstName, said }: { firstName: string; said: string | null }) {
  return (
    <PremiumBook
      foot={
        <p className="margin-top-16 note text-center">
          The first paid month comes with a {GUARANTEE_DAYS}-day satisfaction guarantee.
        </p>
      }
    >
      {said !== null && (
        <p className={`${styles.said} row gap-8 strong`}>
          <Check size={18} aria-hidden="true" /> {said}
        </p>
      )}
      <h1 dir="auto">{firstName === "" ? "Premium is yours." : `Premium is yours, ${firstName}.`}</h1>
      <p className="story-lead muted">Everything you have written is where you left it.</p>
      <ul className={`${styles.contents} full-width line-above`}>
        {PREMIUM_OFFER.contents.map(({ text }) => (
          <li className="story-lead padding-block-12 line-below" key={text}>
            {text}
          </li>
        ))}
      </ul>
      <div className={`${styles.actions} flex wrap gap-12`}>
        <ButtonLink to="/home" look="primary" size="large">
          Continue to Dashboard
        </ButtonLink>
        <ButtonLink to="/stories/new" size="large">
          Start a New Story
        </ButtonLink>
      </div>
    </PremiumBook>
  );
}
