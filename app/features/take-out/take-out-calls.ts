import * as v from "valibot";
import { callApi, parseJsonBody, toFailure } from "#app/features/api/call-api.ts";
import { userRecordSchema } from "#domain/account.ts";
import { chatRecordSchema } from "#domain/chat-record.ts";
import { AppError } from "#domain/errors.ts";
import { type ExportChoice, exportSizesSchema } from "#domain/story-export.ts";
import { storyRecordSchema } from "#domain/story-record.ts";

/** What is taken out: the address of its calls, such as `/api/stories/…`. */
export type TakenSubject = { kind: "story" | "chat"; id: string; title: string; apiPath: string };

/** What the dialog shows: throws as `callApi` does. `userId`: the reader's. */
export async function fetchTaken({ kind, apiPath }: TakenSubject, userId: string, signal: AbortSignal) {
  const [sizes, user, story, chat] = await Promise.all([
    callApi("GET", `${apiPath}/export/sizes`, exportSizesSchema, { signal }),
    callApi("GET", `/api/users/${encodeURIComponent(userId)}`, userRecordSchema, { signal }),
    kind === "story" ? callApi("GET", apiPath, storyRecordSchema, { signal }) : null,
    kind === "chat" ? callApi("GET", apiPath, v.object({ chat: chatRecordSchema }), { signal }) : null,
  ]);
  return {
    ...sizes,
    author: user.name ?? "",
    genre: story?.metadata.genre ?? null,
    character: chat?.chat.character ?? null,
  };
}
export type TakenFacts = Awaited<ReturnType<typeof fetchTaken>>;

/** `tell` hears how many bytes have come, each time when there are more. */
type Download = { tell: (bytes: number) => void; signal: AbortSignal };

/** Downloads the file, and gives it to the browser to keep. An incomplete one fails: UNREACHABLE, or the reason of `signal`. */
export async function takeOut(
  { apiPath }: TakenSubject,
  choice: Partial<ExportChoice>,
  { tell, signal }: Download,
): Promise<void> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) if (value) query.set(name, value);
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(`${apiPath}/export?${query}`, { signal });
    file = await new Response(response.body?.pipeThrough(countBytes(tell)) ?? null, response).blob();
  } catch (cause) {
    signal.throwIfAborted();
    throw new AppError("UNREACHABLE", { cause });
  }
  if (!response.ok) throw toFailure(response, parseJsonBody(await file.text()));
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = readFileName(response.headers.get("Content-Disposition"));
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

function countBytes(tell: (bytes: number) => void) {
  let bytes = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      tell(bytes);
      controller.enqueue(chunk);
    },
  });
}

/** A browser may read the file a moment after the click. */
const KEPT_MS = 60_000;

function readFileName(disposition: string | null): string {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? "") ?? [];
  return name === undefined ? "talespark" : decodeURIComponent(name);
}
