import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";
import { DEFAULT_CURRENCY } from "#domain/plan-prices.ts";

/** The code of the currency that this site's prices are in. */
export function useCurrency(): string {
  return useRouteLoaderData<typeof loader>("root")?.currency ?? DEFAULT_CURRENCY;
}
