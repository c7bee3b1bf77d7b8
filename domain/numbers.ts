const COUNT = new Intl.NumberFormat("en-US");

export const MEGABYTE = 1_000_000;

/** `10000` → `10,000`. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** `1 path`, `1,200 paths`. */
export function countThings(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `1_234_567` → `1.2 MB`, `1_000_000_000` → `1,000 MB`. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  return `${formatCount(megabytes < 10 ? Math.ceil(megabytes * 10) / 10 : Math.ceil(megabytes))} MB`;
}

/** `999` → `$9.99`, `0` → `$0`. `currency`: its code of three letters. */
export function formatPrice(cents: number, currency: string): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 100);
}
