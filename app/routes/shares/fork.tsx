import { redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { AGE_PAGE } from "#app/features/adult-content/age-consent.tsx";
import { readForm } from "#app/features/forms/read-form.ts";
import { STATIC_PAGE } from "#app/features/layout/route-settings.ts";
import { throwShareFailure } from "#app/features/shares/share-failure.tsx";
import { everybody } from "#app/guards.ts";
import { findAppError } from "#domain/errors.ts";
import { toSignInPath, toWelcomePath } from "#domain/return-path.ts";
import { forkShareSchema, SHARED_PER_PAGE } from "#domain/share.ts";
import type { Route } from "./+types/fork";

export const middleware: Route.MiddlewareFunction[] = [everybody];

export const handle = STATIC_PAGE;

export function loader({ params }: Route.LoaderArgs): never {
  throw redirect(`/s/${encodeURIComponent(params.token)}`);
}

/** Begins a story of the reader's own, and opens it. Who may not do so yet is led there, and comes back to the line. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { upTo } = await readForm(request, forkShareSchema).catch(throwShareFailure);
  try {
    throw redirect(`/stories/${await context.get(servicesContext).readingCopies.fork(params.token, upTo)}`);
  } catch (error) {
    const page = Math.ceil(upTo / SHARED_PER_PAGE);
    const line = `/s/${encodeURIComponent(params.token)}${page === 1 ? "" : `?page=${page}`}#p${upTo}`;
    switch (findAppError(error)?.code) {
      case "UNAUTHENTICATED":
        throw redirect(toSignInPath(toWelcomePath(line)));
      case "CONSENT_REQUIRED":
        throw redirect(toWelcomePath(line));
      case "AGE_CONFIRMATION_REQUIRED":
        throw redirect(`${AGE_PAGE}?${new URLSearchParams({ returnTo: line })}`);
      default:
        return throwShareFailure(error);
    }
  }
}

/** Only its failures are seen. */
export default function Fork() {
  return null;
}

export { ShareFailure as ErrorBoundary } from "#app/features/shares/share-failure.tsx";
