import { type ComponentType, useEffect, useState } from "react";
import { readConsent, subscribeToConsent } from "./consent.ts";

type Opener = () => void;
let open: Opener = () => undefined;

/** Opens the banner again, with the choices laid out. */
export function openCookieBanner(): void {
  open();
}

type State = "closed" | "asking" | "managing";

/**
 * The place of the cookie banner: it is shown until a choice is stored. Only the browser knows whether there is one, so the
 * page that the server sends never has it, and what draws it is loaded by those alone who have to choose.
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
      () => undefined, // no connection: nothing is allowed until somebody has chosen, and the next page asks again
    );
  }, [state, Banner]);

  if (state === "closed" || Banner === null) return null;
  return <Banner key={state} isManaging={state === "managing"} />;
}

export type BannerProps = { isManaging: boolean };
