/** A list as Stripe's API answers with. */
export function toList<Item>(url: string, data: Item[], hasMore = false) {
  return { object: "list" as const, data, has_more: hasMore, url };
}
