import { ChevronsRight, PenLine } from "lucide-react";
import { useState } from "react";
import passage from "#app/features/conversation/list/passage.module.css";
import { YourWords } from "#app/features/conversation/list/your-words.tsx";
import { DemoForm } from "#app/features/demo/demo-form.tsx";
import { useDemoStart } from "#app/features/demo/use-demo-start.ts";
import { Booky, SmallBooky } from "#app/ui/booky.tsx";
import buttonStyles from "#app/ui/button.module.css";
import { THEME_NAMES, THEMES, type Theme } from "#domain/themes.ts";
import styles from "./hero.module.css";
import { TryForFree } from "./sign-in-button.tsx";

/** The first screen: what Talespark is, and the demo, which takes its place once a story is begun. */
export function Hero() {
  const { stage, begin, leave } = useDemoStart();
  if (stage.name === "story") {
    return <stage.Story key={stage.story.storyId} story={stage.story} onLeave={leave} />;
  }
  return (
    <section className={`${styles.hero} stack`} data-scope="night" aria-labelledby="hero">
      <div className={styles.words}>
        <h1 id="hero">A story that waits for your next line.</h1>
        <p className={`${styles.lead} margin-top-16 muted`}>
          Say who you are and how it starts. Talespark writes the opening, then you take turns.
        </p>
      </div>
      <div>
        <DemoForm
          busy={stage.name === "creating"}
          problem={stage.name === "failed" ? stage.message : null}
          onBegin={begin}
        />
        {/* React leaves alone what is in here: the browser needs no code for it. */}
        <noscript>
          {import.meta.env.SSR && (
            <>
              <p className="margin-bottom-12">
                The demo writes itself live, which needs JavaScript. Please switch it on for this page, or
                sign in and fill in the form for a new story.
              </p>
              <TryForFree look="primary" size="large" />
            </>
          )}
        </noscript>
      </div>
      <div className={`${styles.sample} relative`}>
        <span className={`${styles.booky} absolute`}>
          <Booky pose="idle" size={84} blinks />
        </span>
        <ReadingSample />
      </div>
      {stage.name === "refused" && <stage.Refusal onClose={leave} />}
    </section>
  );
}

/**
 * A page of a story as the reading screen shows it: its type, its colours, and its themes to try. The text is written
 * for this page, and the page says so. No control in it is fake.
 */
function ReadingSample() {
  const [theme, setTheme] = useState<Theme>("literary");
  return (
    <figure className="min-width-0">
      <div className={`${styles.screen} card-corners shadow`} data-theme={theme}>
        <p className={`${styles.head} row space-between gap-16 name line-below`}>
          <b className="strong">The Last Ferry</b>
          <i className="muted size-15">the landing, past midnight</i>
        </p>
        <div className={`${styles.page} stack gap-24 center-block`}>
          <div className={passage.passage}>
            <p>
              The last ferry had gone at eleven, and yet its bell came across the water again. You put down
              the rope. The timetable on the wall had been wrong before, but never by a whole boat.
            </p>
            <p>
              <Name>Ines Calder</Name> did not look up from her flask. “If we don’t answer it,” she said, “it
              goes away. It always has.”
            </p>
          </div>
          <YourWords>I take the lantern off its hook and answer. Two long, one short.</YourWords>
          <div className={passage.passage}>
            <p>
              The bell stopped. For a breath there was only the river. Then, much nearer than it should have
              been, somebody rang back: two long, one short.
            </p>
            <p>
              “Well,” said <Name>Ines</Name>, and screwed the cup onto the flask. “Now somebody is going to
              want a tic
              <span style={{ opacity: 0.6 }}>k</span>
              <span style={{ opacity: 0.38 }}>e</span>
              <span style={{ opacity: 0.16 }}>t</span>
            </p>
          </div>
        </div>
        <div className={`${styles.bar} row justify-center gap-10`} aria-hidden="true">
          <span className={`${buttonStyles.icon} ${buttonStyles.raised}`}>
            <SmallBooky pose="idle" size={26} />
          </span>
          <span className={`${styles.pill} row space-between min-width-0 muted nowrap bordered raised`}>
            <span className="ellipsis">What happens next?</span>
            <span className={`${buttonStyles.icon} ${buttonStyles.filled}`}>
              <PenLine size={18} />
            </span>
          </span>
          <span className={`${buttonStyles.icon} ${buttonStyles.raised}`}>
            <ChevronsRight size={20} />
          </span>
        </div>
      </div>
      <figcaption className="spread column-gap-20 margin-top-8 note">
        A sample we wrote, set as your stories are.
        <fieldset className={`${styles.themes} flex`} data-needs-script="">
          <legend className="visually-hidden">Theme of the sample</legend>
          {THEMES.map((name) => (
            <button
              className="tap-height muted medium rounded"
              key={name}
              type="button"
              aria-pressed={name === theme}
              onClick={() => setTheme(name)}
            >
              {THEME_NAMES[name]}
            </button>
          ))}
        </fieldset>
      </figcaption>
    </figure>
  );
}

/** A name in the text; on the reading screen it opens the character. */
function Name({ children }: { children: string }) {
  return <span className="mentioned">{children}</span>;
}
