import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { Booky } from "#app/ui/booky.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import styles from "./story-loading.module.css";

/** A story that opens sooner shows no loading screen, which would flicker. */
const SHOWN_AFTER_MS = 400;
const STORY = /^\/stories\/[0-9a-f-]{36}$/;

/** Covers the page while a story is loading. */
export function StoryLoading() {
  const { state, location } = useNavigation();
  const coming = state === "loading" && STORY.test(location.pathname);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!coming) return;
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [coming]);
  if (!coming || !late) return null;
  return (
    <div className={`${styles.screen} stack fixed each-center gap-16`}>
      <Booky pose="idle" size={104} />
      <p className="row gap-12" role="status">
        Loading your story <TypingDots label={null} />
      </p>
    </div>
  );
}
