import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import type { AgeConfirmation, UpdateUser } from "#domain/account.ts";
import type { AppError } from "#domain/errors.ts";

/** Changes the caller's name or settings. Returns the failure, or `null` once it is stored. */
export function saveUser(userId: string, change: UpdateUser): Promise<AppError | null> {
  return patch(toUserPath(userId), change);
}

/** Changes what the caller has confirmed and accepted. Returns the failure, or `null` once it is stored. */
export function saveAgeConfirmation(userId: string, settings: AgeConfirmation): Promise<AppError | null> {
  return patch(`${toUserPath(userId)}/age-confirmation`, { settings });
}

/** The address of the archive with all of the caller's data. */
export function toDataPath(userId: string): string {
  return `${toUserPath(userId)}/library-export`;
}

function toUserPath(userId: string): string {
  return `/api/users/${encodeURIComponent(userId)}`;
}

async function patch(path: string, body: unknown): Promise<AppError | null> {
  try {
    await callApi("PATCH", path, v.unknown(), { body });
    return null;
  } catch (error) {
    return asFailure(error);
  }
}
