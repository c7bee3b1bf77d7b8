import { type ComponentProps, useState } from "react";
import { useLocation, useNavigate, useRouteLoaderData } from "react-router";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { NewStoryUser } from "./new-story-user.ts";

const PARAMETER = "begin";

const NewStoryDialog = makeLazyDialog(async () => (await import("./new-story-dialog.tsx")).NewStoryDialog);

/**
 * Opens Begin Your Story as a dialog over the current page, which renders a `BeginStoryDialog`. The address shown is that of
 * the form's own page: the link leads there without a script, in a new tab and after a reload. Back closes the dialog.
 */
export function BeginStoryLink(props: Omit<ComponentProps<typeof ButtonLink>, "to" | "mask">) {
  const { search } = useLocation();
  const over = new URLSearchParams(search);
  over.set(PARAMETER, "");
  return (
    <ButtonLink
      {...props}
      to={{ search: `?${over}` }}
      mask={PAGE_PATHS.newStory}
      preventScrollReset
      defaultShouldRevalidate={false}
      onPointerEnter={NewStoryDialog.preload}
      onFocus={NewStoryDialog.preload}
      aria-haspopup="dialog"
    />
  );
}

/** Begin Your Story over the page, while its address says so. */
export function BeginStoryDialog() {
  const frame = useRouteLoaderData<() => { newStoryUser: NewStoryUser }>("routes/signed-in/layout");
  const { isAsked, opening, close } = useOpening();
  const [isClosed, setClosed] = useState(false);
  if (!isAsked && isClosed) setClosed(false);
  const isOpen = isAsked && !isClosed;

  function onClose(): void {
    setClosed(true); // at once: the page below may load again before the address changes
    close();
  }

  if (frame === undefined) return null;
  return (
    <NewStoryDialog key={opening} open={isOpen} onClose={onClose} user={frame.newStoryUser} hasAddress />
  );
}

/** Whether the address asks for the dialog, the number of times it was opened, and the function that closes it. */
function useOpening() {
  const location = useLocation();
  const navigate = useNavigate();
  const isAsked = new URLSearchParams(location.search).has(PARAMETER);
  const [opening, setOpening] = useState({ isAsked, count: 0 });
  if (opening.isAsked !== isAsked) setOpening({ isAsked, count: opening.count + (isAsked ? 1 : 0) });

  function close(): void {
    // The page below is one step back in the history, unless this address was opened directly.
    if (location.mask) void navigate(-1);
    else void navigate({ search: "" }, { replace: true, preventScrollReset: true });
  }
  return { isAsked, opening: opening.count, close };
}
