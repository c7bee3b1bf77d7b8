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
  const { search, mask } = useLocation();
  const navigate = useNavigate();
  const isAsked = new URLSearchParams(search).has(PARAMETER);
  /** `count`: the number of times it was opened. */
  const [opening, setOpening] = useState({ isAsked, isClosed: false, count: 0 });
  if (opening.isAsked !== isAsked) {
    setOpening({ isAsked, isClosed: false, count: opening.count + (isAsked ? 1 : 0) });
  }

  function onClose(): void {
    setOpening({ ...opening, isClosed: true }); // at once: the page below may load again before the address changes
    // The page below is one step back in the history, unless this address was opened directly.
    if (mask) void navigate(-1);
    else void navigate({ search: "" }, { replace: true, preventScrollReset: true });
  }

  if (frame === undefined) return null;
  return (
    <NewStoryDialog
      key={opening.count}
      open={isAsked && !opening.isClosed}
      onClose={onClose}
      user={frame.newStoryUser}
      hasAddress
    />
  );
}
