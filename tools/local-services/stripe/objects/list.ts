/** A list in the form of Stripe's API. */
export function toList<Item>(url: string, data: Item[], hasMore = false) {
  return { object: "list" as const, data, has_more: hasMore, url };
}
