import { describe, expect, it } from "vitest";
import { PREMIUM_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { findFaults, OPERATIONS } from "../helpers/api-description.ts";
import { ApiWorld, type Prepared } from "../helpers/api-world.ts";
import { CANCEL_URL, SUCCESS_URL } from "../helpers/billing.ts";
import ROWS from "./specification.json";

/*
 * Section 7 of both files of the specification, row by row (specification.json): the path and query, a body with all fields that the
 * row names, and the fields of the answer that it reads. `{user}` in a body is the caller's id.
 */

type Row = {
  call: string;
  body?: object;
  /** 200 if it is not named. */
  status?: number;
  /** The fields of the answer by what they are in; `[]` is the first item of a list. */
  fields?: Partial<Record<string, string[]>>;
};

const world = new ApiWorld();

/** The fields of an answer that are missing. */
function findMissing(answer: unknown, { fields = {} }: Row): string[] {
  const paths = Object.entries(fields).flatMap(([within, names = []]) =>
    names.map((name) => `${within}.${name}`),
  );
  return paths.filter((field) => {
    const steps = field.replaceAll("[]", ".0").split(".").filter(Boolean);
    const value = steps.reduce<unknown>((inner, step) => Object(inner)[step], answer);
    return value === undefined;
  });
}

function toBody({ body = {} }: Row, { caller, body: known = {} }: Prepared): Record<string, unknown> {
  const names: Record<string, string> = {
    user: caller.sub ?? "",
    successUrl: SUCCESS_URL,
    cancelUrl: CANCEL_URL,
    priceId: PREMIUM_PRICE_ID,
  };
  const text = JSON.stringify(body).replace(/\{(\w+)\}/g, (_, name) => names[name] ?? "");
  return { ...known, ...JSON.parse(text) };
}

describe.each(Object.entries<Row[]>(ROWS))("a call of %s", (_, rows) => {
  it.each(rows.map((row) => [row.call, row] as const))("%s answers as specified", async (call, row) => {
    const [method = "", address = ""] = call.split(" ");
    const [path = "", query] = address.split("?");
    const operation = OPERATIONS.find((known) => known.call === `${method} ${path}`);
    if (operation === undefined) throw new Error(`${method} ${path} is not described.`);
    const prepared = await world.prepare(operation.operationId, await world.member());
    const filled = `/api${await world.fillPath(path, prepared)}${query ? `?${query}` : ""}`;
    const { caller } = prepared;
    const answer =
      method === "GET" || method === "DELETE"
        ? await caller.send(method, filled)
        : await caller.send(method, filled, toBody(row, prepared));

    expect(answer.status, await answer.clone().text()).toBe(row.status ?? 200);
    expect(await findFaults(operation, answer.clone())).toEqual([]);
    const text = await answer.text();
    expect(findMissing(text === "" ? {} : JSON.parse(text), row)).toEqual([]);
  });
});
