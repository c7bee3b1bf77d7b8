import { toPicturePrefix } from "#domain/chat.ts";

/** Deletes the pictures of a chat. Safe to repeat. */
export async function removePictures(bucket: R2Bucket, chatId: string): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix: toPicturePrefix(chatId), cursor });
    if (page.objects.length > 0) await bucket.delete(page.objects.map(({ key }) => key));
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}
