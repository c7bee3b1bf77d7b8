import { type ComponentType, useEffect, useState } from "react";
import type { BannerProps } from "./cookie-banner.tsx";
import { readConsent, subscribeToConsent } from "./cookie-consent.ts";

/** Opens the banner again, with its options shown. */
let open: () => void = () => undefined;

type State = "closed" | "asking" | "managing";

/**
 * Shows the cookie banner until a choice is stored. Only the browser knows the choice, so the server never renders the
 * banner, and its code is loaded only where a choice is missing.
 */
export function CookieBannerHost() {
  const [state, setState] = useState<State>("closed");
  const [Banner, setBanner] = useState<ComponentType<BannerProps> | null>(null);

  useEffect(() => {
    const update = () => setState(readConsent() === null ? "asking" : "closed");
    open = () => setState("managing");
    update();
    return subscribeToConsent(update);
  }, []);

  useEffect(() => {
    if (state === "closed" || Banner !== null) return;
    import("./cookie-banner.tsx").then(
      ({ CookieBanner }) => setBanner(() => CookieBanner),
      () => undefined, // no connection: nothing is allowed until a choice is made, and the next page asks again
    );
  }, [state, Banner]);

  if (state === "closed" || Banner === null) return null;
  return <Banner key={state} isManaging={state === "managing"} />;
}

/**
 * Opens the choice about cookies again. Without JavaScript there is nothing to choose, because nothing optional is
 * stored.
 */
export function CookieSettings({ className }: { className?: string | undefined }) {
  return (
    <button type="button" className={className} onClick={() => open()} data-needs-script="">
      Cookie Settings
    </button>
  );
}
