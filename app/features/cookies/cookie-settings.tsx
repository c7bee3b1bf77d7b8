import { openCookieBanner } from "./cookie-banner-host.tsx";

/**
 * Opens the choice about cookies again. Without JavaScript there is nothing to choose, because nothing optional is
 * stored.
 */
export function CookieSettings({ className }: { className?: string | undefined }) {
  return (
    <button type="button" className={className} onClick={openCookieBanner} data-needs-script="">
      Cookie Settings
    </button>
  );
}
