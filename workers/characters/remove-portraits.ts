import { toPortraitPrefix } from "#domain/portraits.ts";

/** Deletes every portrait of a character, older ones as well; again it changes nothing. */
export async function removePortraits(bucket: R2Bucket, characterId: string): Promise<void> {
  const prefix = toPortraitPrefix(characterId);
  for (
    let page = await bucket.list({ prefix });
    page.objects.length > 0;
    page = await bucket.list({ prefix })
  ) {
    await bucket.delete(page.objects.map(({ key }) => key));
  }
}
