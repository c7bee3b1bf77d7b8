import { type Context, type Handler, Hono } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import type * as v from "valibot";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { parseInput } from "#domain/input.ts";
import type { RateLimit } from "#domain/rate-limits.ts";
import type { AppEnv } from "../http/app-env.ts";
import { type Limiter, limitPerson } from "../http/limit-requests.ts";
import { readRequestBody } from "../http/receive-body.ts";
import type { Services } from "../services.ts";
import { allowOnly, readBody, requireSignedIn } from "./input.ts";

/**
 * The calls of the API. Each area has one table of operations. Its routes and its part of the API's description are made from that
 * table, so path, input, answers, errors and limits are written once.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call. `account`: a person who is signed in. `visitor`: anybody; a cookie says which demo stories are theirs.
 * `provider`: the payment provider, by its signature.
 */
export type Access = "account" | "visitor" | "anybody" | "provider";

/** The body of a request that is not JSON. `isLarge`: the call reads it itself, once it knows who sends it (`receiveBody`). */
export type FileBody = {
  mediaTypes: readonly string[];
  maxBytes: number;
  description: string;
  isLarge?: boolean;
};

/** What a successful call answers with: JSON (`schema`), a file (`mediaTypes`), or nothing. */
export type Success = {
  statuses: readonly [SuccessStatus, ...SuccessStatus[]];
  description: string;
  schema?: v.GenericSchema;
  mediaTypes?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** Further answers with another status that are not errors. */
  others?: readonly { status: number; schema: v.GenericSchema; description: string }[];
};
type SuccessStatus = 200 | 201 | 202 | 204;

/** With a `binding` it is checked here, before the body is read. Without one the service or the object counts. */
export type OperationLimit = RateLimit & { of: string; binding?: Limiter };

type QuerySchema = v.GenericSchema<Record<string, unknown>> & {
  entries: Readonly<Record<string, v.GenericSchema>>;
};

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What the description of the API says of a call. */
type Described = {
  id: string;
  summary: string;
  description?: string;
  body?: v.GenericSchema | undefined;
  /** For a body that may have more bytes than others. */
  bodyMaxBytes?: number;
  file?: FileBody;
  query?: QuerySchema | undefined;
  answer: Success;
  /** Error codes that `listErrors` does not add by itself. */
  errors?: readonly ErrorCode[];
  limits?: readonly OperationLimit[];
};

/** One operation for the API's description. `path` is Hono's, with `:name`, below `/api`. */
export type OperationFacts = Described & {
  method: Method;
  path: string;
  tag: string;
  access: Access;
  /** The age and terms gate must have been passed. */
  needsConsent: boolean;
};

type Spec<Path extends string, Body, Query, Answer> = Omit<Described, "body" | "query" | "answer"> & {
  /** May be called before age and terms are confirmed, although it is not a `GET`. */
  isBeforeConsent?: true;
  body?: Body;
  query?: Query;
  answer: Omit<Success, "schema"> & { schema?: Answer };
  handle: (call: Call<Path, Body, Query>) => Promise<Answered<Answer>>;
};

type OutputOf<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;

/** What a handler gets. Parameters, query and body are already checked. */
type Call<Path extends string, Body, Query> = {
  context: Context<AppEnv>;
  services: Services;
  params: Record<ParamNames<Path>, string>;
  body: OutputOf<Body>;
  query: OutputOf<Query>;
};

/** What a handler returns: the answer's JSON, nothing, or a response, for example with a file. */
type Answered<Schema> = Schema extends v.GenericSchema
  ? v.InferOutput<Schema> | Response
  : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer returns nothing
    Response | void;

/** For a call that is refused before it has read its body: see `receiveBody`. */
function dropBody({ req }: Context<AppEnv>) {
  return async (refusal: unknown): Promise<never> => {
    if (!req.raw.bodyUsed) await readRequestBody(req.raw, 0);
    throw refusal;
  };
}

/** Whether the answer has an `ETag`. Then a caller who already has the same answer gets a 304. */
export function hasETag(method: Method, { schema }: Pick<Success, "schema">): boolean {
  return method === "GET" && schema !== undefined;
}

/** Answers 304 if the caller already has the same answer. The 304 also has the link to the next page. */
const keepUnchanged = etag({ retainedHeaders: [...RETAINED_304_HEADERS, "Link"] });

/** The operations of one area of the API, all of them for the same callers. */
export class ApiArea {
  readonly base: string;
  readonly operations: OperationFacts[] = [];
  readonly #facts: Pick<OperationFacts, "tag" | "access">;
  readonly #handlers = new Map<string, { method: Method; handlers: Handler<AppEnv>[] }[]>();

  /** `base` is below `/api`, such as `/stories`. */
  constructor({ base, ...facts }: Pick<OperationFacts, "tag" | "access"> & { base: string }) {
    this.base = base;
    this.#facts = facts;
  }

  /** Adds an operation. `path` is below the area's base. */
  on<
    Path extends string,
    Body extends v.GenericSchema | undefined = undefined,
    Query extends QuerySchema | undefined = undefined,
    Answer extends v.GenericSchema | undefined = undefined,
  >(method: Method, path: Path, spec: Spec<Path, Body, Query, Answer>): this {
    const { handle, isBeforeConsent = false, ...described } = spec;
    const { answer: success, file } = described;
    const needsConsent = this.#facts.access === "account" && method !== "GET" && !isBeforeConsent;
    this.operations.push({
      ...this.#facts,
      ...described,
      method,
      path: `${this.base}${path === "/" ? "" : path}`,
      needsConsent,
    });

    const handler: Handler<AppEnv> = async (context) => {
      const params = context.req.param() as Call<Path, Body, Query>["params"];
      const { services } = context.var;
      // In every path that names a user, it is the caller. Somebody else is not found, as if they did not exist.
      if ("userId" in params && params.userId !== services.person?.userId) throw new AppError("NOT_FOUND");
      const [status] = success.statuses;
      if (status !== 204) context.status(status);
      const run = async () => {
        for (const { binding } of spec.limits ?? []) if (binding) await limitPerson(context, binding);
        const input = {
          query: spec.query && parseInput(spec.query, context.req.query()),
          body: spec.body && (await readBody(context, spec.body)),
        } as Pick<Call<Path, Body, Query>, "query" | "body">;
        if (needsConsent) await services.accounts.requireConsented();
        return handle({ context, services, params, ...input });
      };
      const handled = run();
      const answer = await (file?.isLarge ? handled.catch(dropBody(context)) : handled);
      if (answer instanceof Response) return answer;
      return answer === undefined ? context.body(null, status) : context.json(answer);
    };
    const handlers = this.#handlers.get(path) ?? [];
    handlers.push({ method, handlers: hasETag(method, success) ? [keepUnchanged, handler] : [handler] });
    this.#handlers.set(path, handlers);
    return this;
  }

  /** The router of the area. A method that a path does not have is METHOD_NOT_ALLOWED. */
  toRoutes(): Hono<AppEnv> {
    const routes = new Hono<AppEnv>();
    if (this.#facts.access === "account") routes.use(requireSignedIn);
    for (const [path, methods] of this.#handlers) {
      for (const { method, handlers } of methods) routes.on(method, [path], ...handlers);
      routes.all(path, allowOnly(...methods.map(({ method }) => method)));
    }
    return routes;
  }
}
