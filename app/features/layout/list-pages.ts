import { redirect } from "react-router";
import { AppError } from "#domain/errors.ts";

/** Reads the lists of a page. A cursor that no list of ours has given redirects to `firstPage`, where the lists begin. */
export async function readListPages<T>(firstPage: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === "INVALID_INPUT") throw redirect(firstPage);
    throw error;
  }
}
