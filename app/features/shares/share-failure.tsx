import { data, isRouteErrorResponse, useRouteError } from "react-router";
import { SoloPage } from "#app/features/layout/page.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ERRORS, findAppError } from "#domain/errors.ts";

/** Turns a failure that readers of a copy can be told about into one of a page: its status, its sentence, and kept nowhere. */
export function throwShareFailure(error: unknown): never {
  const known = findAppError(error);
  if (known === null || known.code === "INTERNAL") throw error;
  const headers = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };
  throw data(known.message, { status: known.status, headers });
}

/** What stands where a copy was, never was, or may not be. Anything else is left to the page for what nobody foresaw. */
export function ShareFailure() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || typeof error.data !== "string") throw error;
  const isMissing = error.status === ERRORS.NOT_FOUND.status;
  return (
    <SoloPage
      art={<Booky pose="puzzled" size={112} />}
      title={isMissing ? "There is no such copy" : error.data}
      lead={isMissing ? "Please check the link: it may have lost its end on the way." : null}
    >
      <ButtonLink to="/" reloadDocument look="primary">
        To the start
      </ButtonLink>
    </SoloPage>
  );
}
