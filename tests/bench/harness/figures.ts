import { formatTable } from "#tools/table.ts";
import type { World } from "./world.ts";

export type Target = { of: "ratio" | "product"; atMost?: number; atLeast?: number };

/** One measurement: medians over its rounds; `ratio` is the median of the rounds' ratios of product to baseline. */
export type Figure = {
  measure: string;
  unit: string;
  product: number;
  baseline: number | null;
  ratio: number | null;
  target: Target;
  within: boolean;
};
/** The results of one round; the baseline where there is one. */
export type Round = { product: number; baseline: number | null };

/** Makes a figure of its rounds. */
export function figureOf(measure: string, unit: string, rounds: Round[], target: Target): Figure {
  const baselines = rounds.flatMap(({ baseline }) => (baseline === null ? [] : [baseline]));
  const ratios = rounds.flatMap(({ product, baseline }) => (baseline === null ? [] : [product / baseline]));
  const product = median(rounds.map((round) => round.product));
  const ratio = ratios.length === 0 ? null : median(ratios);
  return {
    measure,
    unit,
    product,
    baseline: baselines.length === 0 ? null : median(baselines),
    ratio,
    target,
    within: isWithin(target, target.of === "ratio" ? (ratio ?? Number.NaN) : product),
  };
}

function isWithin({ atMost, atLeast }: Target, value: number): boolean {
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

/** The figures as an aligned table. */
export function tableOf(figures: Figure[]): string {
  return formatTable([FIGURE_COLUMNS, ...figures.map(toCells)]);
}

const FIGURE_COLUMNS = ["measure", "product", "baseline", "ratio", "target", "within"];

/** A figure as the texts of these columns. */
function toCells(figure: Figure): string[] {
  return [
    figure.measure,
    `${round(figure.product)} ${figure.unit}`,
    figure.baseline === null ? "" : `${round(figure.baseline)} ${figure.unit}`,
    figure.ratio === null ? "" : `${figure.ratio.toFixed(2)}×`,
    toTargetWords(figure.target, figure.unit),
    figure.within ? "yes" : "NO",
  ];
}

function toTargetWords({ of, atMost, atLeast }: Target, unit: string): string {
  const sign = atMost === undefined ? "≥" : "≤";
  return `${sign} ${atMost ?? atLeast}${of === "ratio" ? "×" : ` ${unit}`}`;
}

function round(value: number): string {
  return value >= 1000 ? value.toFixed(0) : value >= 100 ? value.toFixed(1) : value.toFixed(2);
}

/** Each of the rounds measures the product and then its baseline. */
export type Measure = (world: World, rounds: number) => Promise<Figure[]>;

/** The median; the mean of the two middle values for an even number. Throws for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error("There are no values.");
  return (lower + upper) / 2;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Medians of both in turn: the machine is as busy for one as for the other, and the second of a pair is faster. Each side may have several
 * of a kind.
 */
export async function compareInTurn<Side>(
  products: readonly Side[],
  baselines: readonly Side[],
  act: (side: Side) => Promise<number>,
  times = Math.max(products.length, baselines.length),
): Promise<Round> {
  const took: { product: number[]; baseline: number[] } = { product: [], baseline: [] };
  for (let index = 0; index < times; index += 1) {
    const product = products[index % products.length];
    const baseline = baselines[index % baselines.length];
    if (product === undefined || baseline === undefined) throw new Error("A side has nothing to measure.");
    const isFirst = index % 2 === 0;
    if (isFirst) took.product.push(await act(product));
    took.baseline.push(await act(baseline));
    if (!isFirst) took.product.push(await act(product));
  }
  return { product: median(took.product), baseline: median(took.baseline) };
}
