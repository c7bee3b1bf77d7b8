import { redirect } from "react-router";
import { AppError } from "#domain/errors.ts";

/** Reads what a page of lists shows. A cursor that is not ours leads to the beginning, which is at `firstPage`. */
export async function readListPages<T>(firstPage: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === "INVALID_INPUT") throw redirect(firstPage);
    throw error;
  }
}
