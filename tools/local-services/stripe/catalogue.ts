/**
 * What the emulated accounts sell. It is the same in every account, so that the app's price setting needs no call at
 * startup.
 */

/** The version of the API: that of the SDK whose types the objects have. */
export const API_VERSION = "2026-10-28.endive";

export type CataloguePrice = {
  id: string;
  productId: string;
  productName: string;
  description: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
};

/** The catalogue's creation time, in seconds since 1970: 1 January 2025. */
export const CATALOGUE_CREATED = 1_735_689_600;

/** The price of the Premium plan. */
export const PREMIUM_PRICE_ID = "price_talespark_premium_monthly";
/** Another price of the same account, unrelated to Talespark: paying it must not give anybody Premium. */
export const OTHER_PRICE_ID = "price_something_else_monthly";

const PRICES: readonly CataloguePrice[] = [
  {
    id: PREMIUM_PRICE_ID,
    productId: "prod_talespark_premium",
    productName: "Talespark Premium",
    description: "Unlimited stories and 10,000 Sparks a month",
    amount: 999,
    currency: "usd",
  },
  {
    id: OTHER_PRICE_ID,
    productId: "prod_something_else",
    productName: "Something else",
    description: "Another product of the same seller",
    amount: 500,
    currency: "usd",
  },
];

export function findPrice(id: string): CataloguePrice | null {
  return PRICES.find((price) => price.id === id) ?? null;
}

/** An amount as text, such as `$9.99`. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount / 100);
}
