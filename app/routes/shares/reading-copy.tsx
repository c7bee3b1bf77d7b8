import { useEffect } from "react";
import { data, redirect } from "react-router";
import * as v from "valibot";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/features/forms/read-form.ts";
import { reloadDocument } from "#app/features/layout/keep-page.tsx";
import { STATIC_PAGE } from "#app/features/layout/route-settings.ts";
import { describeCopy, NOT_INDEXED } from "#app/features/shares/copy-meta.ts";
import { AgeQuestion, ReadingCopyPage } from "#app/features/shares/reading-copy-page.tsx";
import { throwShareFailure } from "#app/features/shares/share-failure.tsx";
import { everybody } from "#app/guards.ts";
import { maySeeAdultCopies, toAdultCookie } from "#domain/adult-content.ts";
import type { Route } from "./+types/reading-copy";

export const middleware: Route.MiddlewareFunction[] = [everybody];

export const handle = STATIC_PAGE;

/** As `cachePublicPages` knows it: shared caches may keep the page for a minute. */
const KEPT = "public, max-age=0";

const querySchema = v.object({
  page: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number)), "1"),
  count: v.optional(v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number))),
});

/** The page of a copy; `copy: null`: the reader is asked for their age first. */
export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { readingCopies, accounts, settings } = context.get(servicesContext);
  // What the page asks for, and what caches keep, is under the address without a slash.
  if (url.pathname.endsWith("/")) throw redirect(url.pathname.replace(/\/+$/, "") + url.search);
  const query = v.safeParse(querySchema, Object.fromEntries(url.searchParams));
  const { page, count } = query.success ? query.output : { page: 1 };
  const isAdult = maySeeAdultCopies(await accounts.current(), request.headers.get("Cookie"));
  const copy = await readingCopies.read(params.token, { page, isAdult }).catch(throwShareFailure);
  const origin = settings.APP_ORIGIN ?? url.origin;
  // A page is kept under its own address alone: nobody fills caches with others, or with what is still to be written.
  const search = count === undefined ? (page === 1 ? "" : `?page=${page}`) : `?page=${page}&count=${count}`;
  const isKept =
    copy?.isForEverybody === true && url.search === search && (count ?? copy.count) === copy.count;
  return data(
    { copy, origin, path: url.pathname },
    {
      headers: {
        "Cache-Control": isKept ? KEPT : "private, no-store",
        ...(copy?.isIndexed ? {} : { "X-Robots-Tag": NOT_INDEXED }),
      },
    },
  );
}

/** The answer to the question for the age. Without JavaScript as well. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { settings } = context.get(servicesContext);
  await readForm(request, v.object({ isAdult: v.literal("yes") })).catch(throwShareFailure);
  throw redirect(url.pathname + url.search, {
    headers: { "Set-Cookie": toAdultCookie(settings.APP_ORIGIN ?? url.origin) },
  });
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return describeCopy(loaderData);
}

export default function ReadingCopyRoute({ loaderData }: Route.ComponentProps) {
  const { copy } = loaderData;
  useEffect(reloadDocument, []); // after a sign-in it comes without a document of its own, in which alone its script runs
  return copy === null ? <AgeQuestion /> : <ReadingCopyPage copy={copy} path={loaderData.path} />;
}

export { ShareFailure as ErrorBoundary } from "#app/features/shares/share-failure.tsx";
