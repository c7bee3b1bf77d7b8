/** A picture to be sent. */
export type StoredPicture = { body: ReadableStream; mediaType: string; etag: string; bytes: number };

/** `null`: it is not there. */
export async function readPicture(bucket: R2Bucket, key: string): Promise<StoredPicture | null> {
  const object = await bucket.get(key);
  if (object === null) return null;
  const { body, httpEtag: etag, httpMetadata, size: bytes } = object;
  return { body, etag, bytes, mediaType: httpMetadata?.contentType ?? "application/octet-stream" };
}

/** The pages of what is stored under a prefix. `include`: what of an object is read beside its key and size; a page may be shorter then. */
export async function* listFolder(
  bucket: R2Bucket,
  prefix: string,
  { include = [] }: Pick<R2ListOptions, "include"> = {},
): AsyncGenerator<R2Object[]> {
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix, cursor, include });
    yield page.objects;
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}

/** Deletes everything that is stored under a prefix. Safe to repeat. */
export async function removeFolder(bucket: R2Bucket, prefix: string): Promise<void> {
  for await (const objects of listFolder(bucket, prefix)) {
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
  }
}
