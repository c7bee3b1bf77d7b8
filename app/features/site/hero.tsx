import { DemoForm } from "#app/features/demo/demo-form.tsx";
import { useDemo } from "#app/features/demo/use-demo.ts";
import { Booky } from "#app/ui/booky.tsx";
import styles from "./hero.module.css";
import { ReadingSample } from "./reading-sample.tsx";
import { TryForFree } from "./sign-in-button.tsx";

/** The first screen: what Talespark is, and the demo, which takes its place once a story is begun. */
export function Hero() {
  const { stage, begin, leave } = useDemo();
  if (stage.name === "story") {
    return <stage.Story key={stage.story.storyId} story={stage.story} onLeave={leave} />;
  }
  return (
    <section className={styles.hero} data-scope="night" aria-labelledby="hero">
      <div className={styles.words}>
        <h1 id="hero">A story that waits for your next line.</h1>
        <p className={styles.lead}>
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
              <p className={styles.plain}>
                The demo writes itself live, which needs JavaScript. Please switch it on for this page, or
                sign in and fill in the form for a new story.
              </p>
              <TryForFree look="primary" size="large" />
            </>
          )}
        </noscript>
      </div>
      <div className={styles.sample}>
        <span className={styles.booky}>
          <Booky pose="idle" size={84} blinks />
        </span>
        <ReadingSample />
      </div>
      {stage.name === "refused" && <stage.Refusal onClose={leave} />}
    </section>
  );
}
