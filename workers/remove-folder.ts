/** Deletes all that is stored under a prefix; again it changes nothing. */
export async function removeFolder(bucket: R2Bucket, prefix: string): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix, cursor });
    if (page.objects.length > 0) await bucket.delete(page.objects.map(({ key }) => key));
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}
