import type * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { parseInput } from "#domain/input.ts";

const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/**
 * The fields of a form that was posted to a page, read with a schema; of several with one name the last. Throws what
 * `readFormData` throws, and INVALID_INPUT with the field at fault.
 */
export async function readForm<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return parseInput(schema, Object.fromEntries(await readFormData(request)));
}

/**
 * A posted form as it is, for callers that need every value of a field. Throws UNSUPPORTED_MEDIA_TYPE for a body whose
 * type is not a form, and INVALID_INPUT for one that can't be read as its type.
 */
export async function readFormData(request: Request): Promise<FormData> {
  if (!FORM_TYPE.test(request.headers.get("Content-Type") ?? "")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  }
  try {
    return await request.formData();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new AppError("INVALID_INPUT", { message: "This form could not be read.", cause });
  }
}
