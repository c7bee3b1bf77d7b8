import type { Context } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../http/app-env.ts";

/** The number of items that a query asks for, at most `max`. */
export function limitSchema(max: number) {
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,6}$/, "This is not a whole number."),
      v.transform(Number),
      v.minValue(1, "At least one can be asked for."),
      v.transform((limit) => Math.min(limit, max)),
    ),
  );
}

/** `true` and `false` of a query; anything else is not said. */
export const flagSchema = v.fallback(
  v.pipe(
    v.picklist(["true", "false"]),
    v.transform((flag) => flag === "true"),
  ),
  false,
);

/** Says where the next page is: `Link: <…>; rel="next"`, the same call with one parameter changed. */
export function linkNext(context: Context<AppEnv>, parameter: string, value: string | null): void {
  if (value === null) return;
  const here = new URL(context.req.url);
  const next = new URL(here.pathname + here.search, context.var.origin);
  next.searchParams.set(parameter, value);
  context.header("Link", `<${next.href}>; rel="next"`);
}
