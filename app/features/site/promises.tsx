import { Booky } from "#app/ui/booky.tsx";
import type { Pose } from "#app/ui/booky-poses.tsx";
import styles from "./promises.module.css";

const PROMISES: readonly { pose: Pose; title: string; text: string }[] = [
  {
    pose: "writing",
    title: "You hold the pen",
    text: "Write what happens, ask Booky for an idea, or let the story run on. A passage that you dislike can be written again, and every version is kept.",
  },
  {
    pose: "idle",
    title: "Talk to the people in it",
    text: "A name in the text opens who that is. Read what the story knows of them, then talk with them one to one, in their own voice.",
  },
  {
    pose: "asleep",
    title: "Private, and yours to delete",
    text: "Stories are private by default. Edit, archive or delete any of them from the menu in its corner; what you delete by mistake can be brought back for 30 days.",
  },
];

export function Promises() {
  return (
    <section className={styles.promises} aria-label="What we promise">
      {PROMISES.map(({ pose, title, text }) => (
        <div key={title} className={styles.promise}>
          <Booky pose={pose} size={64} />
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        </div>
      ))}
    </section>
  );
}
