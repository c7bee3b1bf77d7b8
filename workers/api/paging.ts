import type { Context } from "hono";
import * as v from "valibot";
import type { ListPage } from "../db/paging.ts";
import type { AppEnv } from "../http/app-env.ts";

/** The number of items that a query asks for, at most `max`. */
export function limitSchema(max: number) {
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,6}$/, "This is not a whole number."),
      v.metadata({ type: "integer", minimum: 1, maximum: max }),
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

/** Where a page of a list begins: the `cursor` of the link to it. */
export const cursorSchema = v.optional(v.string());

/** The query of a list that is only paged. */
export const pageQuery = v.object({ cursor: cursorSchema, limit: limitSchema(100) });

/**
 * Sets the header with the next page's address, `Link: <…>; rel="next"`: the same call with one parameter changed, or the call at
 * `path` with that parameter.
 */
export function linkNext(
  context: Context<AppEnv>,
  parameter: string,
  value: string | null,
  path?: string,
): void {
  if (value === null) return;
  const here = new URL(context.req.url);
  const next = new URL(path ?? here.pathname + here.search, context.var.origin);
  next.searchParams.set(parameter, value);
  context.header("Link", `<${next.href}>; rel="next"`);
}

/** A page of a list as it is answered: its items, with the link to the next page. */
export function answerPage<Item>(context: Context<AppEnv>, { records, next }: ListPage<Item>): Item[] {
  linkNext(context, "cursor", next);
  return records;
}
