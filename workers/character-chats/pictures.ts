import { toPicturePrefix } from "#domain/chat.ts";
import { AppError } from "#domain/errors.ts";
import { sniffImageType } from "../ai/image-bytes.ts";

/** A picture to be sent. */
export type StoredPicture = { body: ReadableStream; mediaType: string; etag: string };

/** Keeps a picture of a chat under a key that nobody can guess. Returns its version. Throws IMAGE_FAILED for what is none. */
export async function storePicture(
  bucket: R2Bucket,
  chatId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const contentType = sniffImageType(bytes);
  if (contentType === null) throw new AppError("IMAGE_FAILED");
  const version = crypto.randomUUID().replaceAll("-", "");
  await bucket.put(toPicturePrefix(chatId) + version, bytes, { httpMetadata: { contentType } });
  return version;
}

/** `null`: it is not there. */
export async function readPicture(
  bucket: R2Bucket,
  chatId: string,
  version: string,
): Promise<StoredPicture | null> {
  const object = await bucket.get(toPicturePrefix(chatId) + version);
  if (object === null) return null;
  const { body, httpEtag: etag, httpMetadata } = object;
  return { body, etag, mediaType: httpMetadata?.contentType ?? "application/octet-stream" };
}

/** All pictures of a chat, also those that another one has replaced. */
export async function listPictures(
  bucket: R2Bucket,
  chatId: string,
): Promise<{ version: string; mediaType: string }[]> {
  const prefix = toPicturePrefix(chatId);
  const found: { version: string; mediaType: string }[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix, cursor, include: ["httpMetadata"] });
    for (const { key, httpMetadata } of page.objects) {
      found.push({ version: key.slice(prefix.length), mediaType: httpMetadata?.contentType ?? "" });
    }
    if (!page.truncated) return found;
    cursor = page.cursor;
  }
}

/** Where the picture of a chat is shown. */
export function toPictureUrl(chatId: string, version: string): string {
  return `/chat-pictures/${chatId}/${version}`;
}

export async function removePicture(bucket: R2Bucket, chatId: string, version: string): Promise<void> {
  await bucket.delete(toPicturePrefix(chatId) + version);
}
