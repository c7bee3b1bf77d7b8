import * as v from "valibot";
import { callApi } from "#app/features/api/call-api.ts";
import type { AgeConfirmation, UpdateUser } from "#domain/account.ts";

let saving: Promise<unknown> = Promise.resolve();

/** Changes the caller's name or settings, after the changes before it: what was chosen last stays. Throws as `callApi` does. */
export async function saveUser(userId: string, change: UpdateUser): Promise<void> {
  const saved = saving.then(() => callApi("PATCH", toUserPath(userId), v.unknown(), { body: change }));
  saving = saved.catch(() => undefined);
  await saved;
}

/** Changes what the caller has confirmed and accepted. Throws as `callApi` does. */
export async function saveAgeConfirmation(userId: string, settings: AgeConfirmation): Promise<void> {
  await callApi("PATCH", `${toUserPath(userId)}/age-confirmation`, v.unknown(), { body: { settings } });
}

/** The address of the archive with all of the caller's data. */
export function toDataPath(userId: string): string {
  return `${toUserPath(userId)}/library-export`;
}

function toUserPath(userId: string): string {
  return `/api/users/${encodeURIComponent(userId)}`;
}
