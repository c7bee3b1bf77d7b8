import { Booky } from "#app/ui/booky.tsx";
import { GenreStart } from "./genre-start.tsx";
import styles from "./hero.module.css";
import { ReadingSample } from "./reading-sample.tsx";

/** The first screen: what Talespark is, and how to begin. */
export function Hero() {
  return (
    <section className={styles.hero} data-scope="night" aria-labelledby="hero">
      <div className={styles.words}>
        <h1 id="hero">A story that waits for your next line.</h1>
        <p className={styles.lead}>
          Say who you are and how it starts. Talespark writes the opening, then you take turns.
        </p>
      </div>
      <div className={styles.start}>
        <GenreStart />
      </div>
      <div className={styles.sample}>
        <span className={styles.booky}>
          <Booky pose="idle" size={84} blinks />
        </span>
        <ReadingSample />
      </div>
    </section>
  );
}
