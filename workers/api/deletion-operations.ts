import * as v from "valibot";
import type { ErrorCode } from "#domain/errors.ts";
import { type Deleted, deletedSchema } from "#domain/record-parts.ts";
import type { ListPage, PageRequest } from "../db/paging.ts";
import type { Services } from "../services.ts";
import { nothing, ok, paged } from "./answers.ts";
import type { ApiArea } from "./operation.ts";
import { answerPage, pageQuery } from "./paging.ts";

/** Something that a person can delete and, for a while, restore. */
type Deletable<Item> = {
  /** In the ids of the operations, such as `deleteStory`; with a small letter in sentences and in the parameter with its id, `storyId`. */
  name: string;
  /** In `listDeletedStories`, and in sentences. */
  names: string;
  nouns: string;
  /** What is deleted and restored with it: a sentence for readers of the API. */
  others?: string;
  /** The path of the list of all, if it is another one. */
  listPath?: string;
  /** A record of it as it is answered. */
  schema: v.GenericSchema<unknown, Item>;
  restoreErrors: readonly ErrorCode[];
  findCalls: (services: Services) => {
    remove: (id: string) => Promise<void>;
    restore: (id: string) => Promise<Item>;
    deleted: (request: PageRequest) => Promise<ListPage<Item & Deleted>>;
  };
};

/** Adds the calls that delete and restore, and list what is recently deleted. */
export function addDeletion<Item>(area: ApiArea, thing: Deletable<Item>): void {
  const { name, listPath = "/user/:userId", schema, findCalls } = thing;
  const noun = name.toLowerCase();
  const idName = `${noun}Id`;
  const base: string = `/:${idName}`;
  const idOf = (params: Record<string, string>) => params[idName] ?? "";
  area.on("GET", `${listPath}/deleted`, {
    id: `listDeleted${thing.names}`,
    summary: `List your recently deleted ${thing.nouns}`,
    query: pageQuery,
    answer: paged(v.array(v.intersect([schema, deletedSchema])), "A page, the latest deleted first."),
    handle: async ({ context, services, query }) =>
      answerPage(context, await findCalls(services).deleted(query)),
  });
  area.on("DELETE", base, {
    id: `delete${name}`,
    summary: `Delete a ${noun}`,
    description: `It can be restored for 30 days.${thing.others ? ` ${thing.others}` : ""}`,
    answer: nothing("It is deleted."),
    handle: ({ services, params }) => findCalls(services).remove(idOf(params)),
  });
  area.on("POST", `${base}/restore`, {
    id: `restore${name}`,
    summary: `Bring back a deleted ${noun}`,
    answer: ok(schema, `The ${noun}.`),
    errors: thing.restoreErrors,
    handle: ({ services, params }) => findCalls(services).restore(idOf(params)),
  });
}
