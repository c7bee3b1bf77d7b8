import type { ReactNode } from "react";
import { OwnLine, Passage } from "#app/features/conversation/list/story-look.tsx";
import { TextLanguage } from "#app/features/conversation/list/text-language.ts";
import typeset from "#app/features/conversation/reading-settings/typeset.module.css";
import { Brand, SkipLink } from "#app/features/layout/page.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { guessTextLanguage } from "#domain/language.ts";
import { ADULT_AGE } from "#domain/legal.ts";
import { isOwnLine } from "#domain/message.ts";
import { countThings } from "#domain/numbers.ts";
import type { ReadingCopy } from "#workers/shares/reading-copies.ts";
import styles from "./reading-copy-page.module.css";
import scriptUrl from "./reading-copy-script.ts?worker&url";

const FORK_FORM = "fork";

/** A page of a copy. It is whole without a script; the script counts readers and shows what is written meanwhile. */
export function ReadingCopyPage({ copy, path }: { copy: ReadingCopy; path: string }) {
  const { title, penName, coverPath, count, messages, page, pages, grows, mayFork } = copy;
  return (
    <ReadingFrame aside={<Tools mayFork={mayFork} />}>
      <article
        className={`${styles.copy} center-block`}
        data-copy=""
        data-count={count}
        data-page={page}
        data-grows={grows || undefined}
      >
        <header
          className={`${styles.head} flex items-end gap-24 margin-bottom-44 padding-bottom-24 line-below`}
          data-first={page === 1 || undefined}
        >
          {page === 1 && (
            <img
              className="no-shrink shadow"
              src={coverPath}
              alt=""
              width={104}
              height={146}
              fetchPriority="high"
            />
          )}
          <div>
            <h1 className="break-anywhere" dir="auto">
              {title}
            </h1>
            <p className="margin-top-8 story-aside muted">
              {penName !== "" && (
                <>
                  <bdi>{penName}</bdi>,{" "}
                </>
              )}
              written with an AI
            </p>
            <p className="margin-top-4 note" data-part="facts">
              {[
                countThings(count, "passage", "passages"),
                ...(page === 1 ? [formatMinutes(copy)] : []),
                ...(pages > 1 ? [`page ${page} of ${pages}`] : []),
              ].join(", ")}
            </p>
          </div>
        </header>
        <div className={typeset["typeset"]} data-size="regular">
          <div className={`${styles.text} stack break-anywhere`} data-passages="">
            <TextLanguage value={guessTextLanguage(messages) ?? undefined}>
              {messages.map(({ number, role, content }) => (
                <section key={number} id={`p${number}`} data-number={number}>
                  {isOwnLine({ role }) ? (
                    <OwnLine text={content} />
                  ) : (
                    <Passage text={content} analysis={null} onMention={ignore} />
                  )}
                </section>
              ))}
            </TextLanguage>
          </div>
        </div>
        <div data-part="end" data-end={page === pages || undefined}>
          {page === pages && (
            <p className="row between-lines gap-16 margin-top-44 story-aside muted text-center">
              <span>{describeEnd(copy)}</span>
            </p>
          )}
          <PageLinks path={path} page={page} pages={pages} />
        </div>
      </article>
      <aside className={styles.dock} aria-label="After reading">
        {mayFork && (
          <form
            className="stack gap-16 bordered card-corners raised"
            id={FORK_FORM}
            method="post"
            action={`${path}/fork`}
          >
            <Booky pose="idle" size={56} />
            <div>
              <h2>What would you do from here?</h2>
              <p className="margin-top-4 muted">
                You get a copy up to this line and write on. It is yours, and{" "}
                {penName === "" ? "the author’s" : <bdi>{penName}’s</bdi>} stays as it is.
              </p>
            </div>
            <input type="hidden" name="upTo" value={messages.at(-1)?.number} />
            <Button type="submit" look="primary" size="large">
              Begin your own from here
            </Button>
          </form>
        )}
        <p className={`${styles.small} row wrap column-gap-20 margin-top-16 note`}>
          <span>The text was written by a person together with an AI.</span>
          <a href={`${path}/report`}>Report this</a>
          <a href="/privacy-policy">Privacy and imprint</a>
        </p>
      </aside>
      <script type="module" src={scriptUrl} />
    </ReadingFrame>
  );
}

function ignore(): void {} // names open nothing for readers

/** Characters that people read in a minute; of writing in which a character is a word or half of one. */
const READ_A_MINUTE = 1_200;
const SIGNS_READ_A_MINUTE = 400;

/** How long all of the copy takes to read, by what its first page takes. */
function formatMinutes({ messages, count }: ReadingCopy): string {
  const text = messages.map(({ content }) => content).join("");
  const signs = text.match(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hangul}]/gu)?.length ?? 0;
  const minutes = signs / SIGNS_READ_A_MINUTE + (text.length - signs) / READ_A_MINUTE;
  const all = Math.max(1, Math.round((minutes * count) / messages.length));
  return countThings(all, "minute", "minutes");
}

function describeEnd({ grows, penName }: ReadingCopy): ReactNode {
  if (!grows) return "Here this copy ends";
  if (penName === "") return "This is as far as the story has come";
  return (
    <>
      This is as far as <bdi>{penName}</bdi> has come
    </>
  );
}

const SIZES = ["small", "regular", "large", "largest"] as const;

/** The size of the text, by styles alone; the script remembers it. The button is shorter on a phone, beside the brand. */
function Tools({ mayFork }: { mayFork: boolean }) {
  return (
    <div className="row gap-8">
      <details className={`${styles.sizes} relative`}>
        <summary className="middle tap-height" aria-label="Text size">
          Aa
        </summary>
        <fieldset className="absolute bordered raised rounded shadow">
          <legend className="visually-hidden">Text size</legend>
          {SIZES.map((size) => (
            <label key={size} className="row tap-height gap-8">
              <input type="radio" name="size" value={size} defaultChecked={size === "regular"} />
              {size[0]?.toUpperCase() + size.slice(1)}
            </label>
          ))}
        </fieldset>
      </details>
      {mayFork && (
        <Button type="submit" form={FORK_FORM}>
          <span>
            Begin your own<span className="hidden-on-phone"> from here</span>
          </span>
        </Button>
      )}
    </div>
  );
}

function PageLinks({ path, page, pages }: { path: string; page: number; pages: number }) {
  if (pages === 1) return null;
  return (
    <nav className="flex gap-12 margin-top-44" aria-label="Pages">
      {page > 1 && (
        <a className={buttonClass({})} rel="prev" href={page === 2 ? path : `${path}?page=${page - 1}`}>
          Back
        </a>
      )}
      {page < pages && (
        <span className="margin-start-auto">
          <a className={buttonClass({ look: "primary" })} rel="next" href={`${path}?page=${page + 1}`}>
            Read on
          </a>
        </span>
      )}
    </nav>
  );
}

/** The frame of the pages of a copy: without navigation, for readers have no account here. */
export function ReadingFrame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className={`${styles.bar} row sticky space-between gap-12 line-below page-color`}>
        <Brand to="/" />
        {aside}
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** A story for adults asks first. Nothing of it is on this page, not even its title. */
export function AgeQuestion() {
  return (
    <ReadingFrame>
      <form method="post" className={`${styles.question} stack each-center gap-16 center-block text-center`}>
        <Booky pose="puzzled" size={96} />
        <h1>A story for adults</h1>
        <p>Its author has marked it as adult content. Are you {ADULT_AGE} years old or older?</p>
        <Button type="submit" name="isAdult" value="yes" look="primary" size="large">
          Yes, I am {ADULT_AGE} or older
        </Button>
        <a className={buttonClass({})} href="/">
          No, take me away
        </a>
      </form>
    </ReadingFrame>
  );
}
