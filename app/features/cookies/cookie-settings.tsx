import { openCookieBanner } from "./cookie-banner-host.tsx";

/** Opens the choice about cookies again. Without a script there is nothing to choose, as nothing optional is kept. */
export function CookieSettings({ className }: { className?: string | undefined }) {
  return (
    <button type="button" className={className} onClick={openCookieBanner} data-needs-script="">
      Cookie Settings
    </button>
  );
}
