import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Switch } from "#app/ui/choices.tsx";
import { focusPageIfLost } from "#app/ui/focus-page.ts";
import styles from "./cookie-banner.module.css";
import { ALLOW_ALL, ONLY_NECESSARY, OPTIONAL_PURPOSES, readConsent, storeConsent } from "./cookie-consent.ts";

const PURPOSES = {
  functional: { label: "Functional", hint: "Your type settings and closed hints, kept for your next visit." },
  analytics: { label: "Analytics", hint: "Counts a purchase, so that we know which notices lead to one." },
} as const;

export type BannerProps = { isManaging: boolean };

/**
 * Asks what may be stored in this browser. The page behind it stays usable. On a page with an input bar it waits for the next page, and
 * behind a dialog for its end: nothing optional is stored until then.
 */
export function CookieBanner({ isManaging }: BannerProps) {
  const [managing, setManaging] = useState(isManaging);
  const title = useId();
  const region = useRef<HTMLElement>(null);
  useRoomBelow(region);
  useEffect(() => {
    if (isManaging) region.current?.focus();
  }, [isManaging]);
  useEffect(() => focusPageIfLost, []);

  function manage(): void {
    flushSync(() => setManaging(true));
    region.current?.querySelector<HTMLElement>("input:enabled")?.focus(); // the pressed button is gone
  }

  function save(form: FormData): void {
    const preferences = { functional: form.has("functional"), analytics: form.has("analytics") };
    storeConsent({ value: "custom", preferences });
  }

  return (
    <section
      ref={region}
      className={`${styles.banner} fixed line-above raised shadow no-outline`}
      data-managing={managing || undefined}
      aria-labelledby={title}
      tabIndex={-1}
    >
      <form action={save} className={`${styles.content} center-block spread`}>
        <div className={styles.words}>
          <h2 id={title}>Cookies, kept few</h2>
          <p className="margin-top-4 muted">
            Some keep you signed in and are always on. The others remember your settings or count purchases,
            and only if you say so. <Link to="/cookie-policy">Cookie Policy</Link>
          </p>
        </div>
        {managing && (
          <div className={`${styles.purposes} stack`}>
            <Switch
              label="Necessary"
              hint="Signing in, safety, this choice. Always on."
              checked
              disabled
              readOnly
            />
            {OPTIONAL_PURPOSES.map((purpose) => (
              <Switch
                key={purpose}
                name={purpose}
                {...PURPOSES[purpose]}
                defaultChecked={readConsent()?.preferences[purpose] ?? false}
              />
            ))}
          </div>
        )}
        <div className={`${styles.choices} stack gap-10`}>
          {/* Two buttons, not one that changes: the click that shows the options would also submit them. */}
          {managing ? (
            <Button key="save" type="submit">
              Save My Choice
            </Button>
          ) : (
            <Button key="manage" onClick={manage}>
              Manage Cookies
            </Button>
          )}
          <Button onClick={() => storeConsent(ONLY_NECESSARY)}>Only Necessary</Button>
          <Button onClick={() => storeConsent(ALLOW_ALL)}>Accept All</Button>
        </div>
      </form>
    </section>
  );
}

/** Adds space at the end of the page as high as the banner, so that everything under it can be scrolled into view. */
function useRoomBelow(region: { current: HTMLElement | null }): void {
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      root.style.setProperty("--cookie-banner-height", `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty("--cookie-banner-height");
    };
  }, [region]);
}
