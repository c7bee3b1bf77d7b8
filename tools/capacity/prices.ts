/**
 * Prices in US dollars, read on the stated day; this is the only place with prices.
 * Sources: the pages of developers.cloudflare.com in the last column.
 */
export const PRICES_READ_ON = "2026-11-22";

export type Price = { perMillion: number; unit: string; source: string };

export const PRICES = {
  workerRequests: { perMillion: 0.3, unit: "requests", source: "workers/platform/pricing" },
  workerCpuMs: { perMillion: 0.02, unit: "ms", source: "workers/platform/pricing" },
  objectRequests: { perMillion: 0.15, unit: "requests", source: "durable-objects/platform/pricing" },
  objectGbSeconds: { perMillion: 12.5, unit: "GB-s", source: "durable-objects/platform/pricing" },
  objectRowsWritten: { perMillion: 1, unit: "rows", source: "durable-objects/platform/pricing" },
  d1RowsRead: { perMillion: 0.001, unit: "rows", source: "d1/platform/pricing" },
  d1RowsWritten: { perMillion: 1, unit: "rows", source: "d1/platform/pricing" },
  kvReads: { perMillion: 0.5, unit: "reads", source: "kv/platform/pricing" },
  kvWrites: { perMillion: 5, unit: "writes", source: "kv/platform/pricing" },
  r2Reads: { perMillion: 0.36, unit: "reads", source: "r2/pricing" },
  r2Writes: { perMillion: 4.5, unit: "writes", source: "r2/pricing" },
  logLines: { perMillion: 0.6, unit: "lines", source: "workers/observability/logs/workers-logs" },
  imageTransformations: { perMillion: 500, unit: "transformations", source: "images/pricing" },
} as const satisfies Record<string, Price>;

/** A gigabyte that is stored for a month. */
export const STORED_GB = { d1: 0.75, objects: 0.2 } as const;

/** A million tokens. */
export const MODELS = {
  "workers-ai llama-3.3-70b-instruct-fp8-fast": {
    input: 0.293,
    output: 2.253,
    source: "workers-ai/platform/pricing",
  },
  "workers-ai llama-3.1-8b-instruct-fp8-fast": {
    input: 0.045,
    output: 0.384,
    source: "workers-ai/platform/pricing",
  },
  /** An assumption, to be replaced by the contract: a hosted open model of 70 billion parameters. */
  "hosted, assumed": { input: 0.4, output: 0.6, source: "an assumption" },
} as const;

/** A picture by flux-1-schnell, 512 × 512 in four steps: one tile and four steps. */
export const PER_PICTURE = 0.0000528 + 4 * 0.0001056;
