import type { Context, MiddlewareHandler, Next } from "hono";
import type * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { parseInput } from "#domain/input.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readRequestBody } from "../http/receive-body.ts";

/** The JSON body of a call. Throws UNSUPPORTED_MEDIA_TYPE and INVALID_INPUT. */
export async function readBody<Schema extends v.GenericSchema>(
  context: Context<AppEnv>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = await readJson(context);
  // The schema library accepts a list as an object without fields.
  if (Array.isArray(body)) throw new AppError("INVALID_INPUT", { message: "This must be an object." });
  return parseInput(schema, body);
}

/** `application/json`, and every type that ends in `+json` (RFC 6839). */
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

async function readJson(context: Context<AppEnv>): Promise<unknown> {
  if (context.req.raw.body !== null && !JSON_TYPE.test(context.req.header("Content-Type") ?? "")) {
    const message = "This call takes JSON, with “Content-Type: application/json”.";
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", { message });
  }
  try {
    return await context.req.json();
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new AppError("INVALID_INPUT", { message: "The body of this request is not JSON.", cause });
  }
}

/** A form with files. Throws INVALID_INPUT, BODY_TOO_LARGE with that sentence, and UNSUPPORTED_MEDIA_TYPE. */
export async function readFileForm(request: Request, maxBytes: number, tooLarge: string): Promise<FormData> {
  const bytes = await readRequestBody(request, maxBytes);
  if (bytes === null) throw new AppError("BODY_TOO_LARGE", { message: tooLarge, field: "file" });
  const type = request.headers.get("Content-Type") ?? "";
  if (!type.toLowerCase().startsWith("multipart/form-data")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", {
      message: "This call takes files, as multipart/form-data.",
    });
  }
  try {
    return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch (cause) {
    throw new AppError("INVALID_INPUT", { message: "This form can't be read.", cause });
  }
}

/** The files of a form. */
export function listFiles(form: FormData): File[] {
  return [...form.values()].filter((value) => typeof value !== "string");
}

/** Throws INVALID_INPUT if there is no file, with the sentence `none`, or if there are more than `most`. */
export function requireFileCount({ length }: readonly File[], most: number, none: string): void {
  if (length > 0 && length <= most) return;
  const message = length === 0 ? none : `Choose at most ${most} files at a time.`;
  throw new AppError("INVALID_INPUT", { message, field: "file" });
}

/** Nothing behind this is anybody's business who is not signed in: UNAUTHENTICATED comes before all else. */
export async function requireSignedIn(context: Context<AppEnv>, next: Next): Promise<void> {
  if (!context.var.services.person) throw new AppError("UNAUTHENTICATED");
  await next();
}

/** For the end of a path's handlers: any other method is METHOD_NOT_ALLOWED, and the answer names the right ones. */
export function allowOnly(...methods: string[]): MiddlewareHandler<AppEnv> {
  return async (context) => {
    context.header("Allow", methods.join(", "));
    throw new AppError("METHOD_NOT_ALLOWED");
  };
}
