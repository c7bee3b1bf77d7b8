import { toPicturePrefix } from "#domain/chat.ts";
import type { GeneratedImage } from "#domain/message.ts";
import type { Database } from "../db/client.ts";
import { listFolder } from "../pictures/stored-pictures.ts";
import { setStoredBytes } from "./store.ts";

/** Larger ones are scaled down. What models make is 512 to 1024 px wide. */
export const CHAT_PICTURE_SHAPE = { width: 1024, height: 1024, fit: "scale-down" } as const;

/** Keeps a picture of a chat, as WebP, under a key that nobody can guess: that of a UUID, a new one where none is given. Returns its version. */
export async function storePicture(
  bucket: R2Bucket,
  chatId: string,
  webp: ArrayBuffer,
  id: string = crypto.randomUUID(),
): Promise<string> {
  const version = id.replaceAll("-", "");
  await bucket.put(toPicturePrefix(chatId) + version, webp, { httpMetadata: { contentType: "image/webp" } });
  return version;
}

type StoredVersion = { version: string; mediaType: string; bytes: number };

/** All pictures of a chat, with their bytes. */
export async function listPictures(bucket: R2Bucket, chatId: string): Promise<StoredVersion[]> {
  const prefix = toPicturePrefix(chatId);
  const found: StoredVersion[] = [];
  for await (const objects of listFolder(bucket, prefix, { include: ["httpMetadata"] })) {
    for (const { key, httpMetadata, size: bytes } of objects)
      found.push({ version: key.slice(prefix.length), mediaType: httpMetadata?.contentType ?? "", bytes });
  }
  return found;
}

/** Where the picture of a chat is shown. */
export function toPictureUrl(chatId: string, version: string): string {
  return `/chat-pictures/${chatId}/${version}`;
}

/** The version in the address of a picture. */
export function toPictureVersion({ url }: Pick<GeneratedImage, "url">): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

export async function removePicture(bucket: R2Bucket, chatId: string, version: string): Promise<void> {
  await bucket.delete(toPicturePrefix(chatId) + version);
}

/** Stores the bytes of a chat's pictures. Counted anew each time: what a crash or another picture at the same time has left uncounted is counted. */
export async function countPictures(
  db: Database,
  bucket: R2Bucket,
  { userId, chatId }: { userId: string; chatId: string },
): Promise<void> {
  const stored = await listPictures(bucket, chatId);
  const bytes = stored.reduce((sum, picture) => sum + picture.bytes, 0);
  await setStoredBytes(db, userId, chatId, bytes);
}
