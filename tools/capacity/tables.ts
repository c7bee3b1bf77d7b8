import { PLAN_LIMITS } from "../../domain/plan.ts";
import { PLAN_OFFERS } from "../../domain/plan-offers.ts";
import { ASSUMED, PLATFORM_LIMITS } from "./assumed.ts";
import {
  listPriceNames,
  toDollars,
  toLine,
  toModelDollars,
  toMonthDollars,
  toStored,
  toUsage,
} from "./cost.ts";
import { MEASURED } from "./measured.ts";
import { MODELS, PRICES, PRICES_READ_ON } from "./prices.ts";
import { simulateDatabase } from "./simulate.ts";

const DAILY = [10_000, 100_000, 300_000, 1_000_000];

const MODEL_NAMES = Object.keys(MODELS).filter((name): name is keyof typeof MODELS => name in MODELS);

function toTable(head: string[], rows: string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function toMoney(dollars: number): string {
  const size = Math.abs(dollars);
  const digits = size >= 100 ? 0 : size >= 1 ? 2 : 4;
  return `${dollars < 0 ? "−" : ""}$${size.toFixed(digits)}`;
}

function toCount(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value >= 100 ? 0 : 1 });
}

function tabulatePassages(): string {
  const usage = toUsage();
  const rows = listPriceNames().map((name) => [
    `${name} (${PRICES[name].unit})`,
    toCount(usage[name] * 1000),
    `$${PRICES[name].perMillion} a million`,
    toMoney(toLine(usage, name, 1000)),
    PRICES[name].source,
  ]);
  const total = ["**the platform**", "", "", `**${toMoney(toDollars(usage, 1000))}**`, ""];
  const models = MODEL_NAMES.map((name) => [
    name,
    "",
    `$${MODELS[name].input} / $${MODELS[name].output} a million tokens`,
    toMoney(toModelDollars(name) * 1000),
    MODELS[name].source,
  ]);
  return toTable(["per 1,000 passages", "used", "price", "costs", "price from"], [...rows, total, ...models]);
}

function tabulatePeople(): string {
  const premium = PLAN_OFFERS.find(({ id }) => id === "premium");
  const price = (premium?.monthlyPriceCents ?? 0) / 100;
  const afterFees = price * (1 - ASSUMED.feeShare) - ASSUMED.feeFixed;
  const people = {
    "free, on average": { passages: ASSUMED.freePassages, pictures: 0, paid: 0 },
    "free, all Sparks": { passages: PLAN_LIMITS.free.sparksPerMonth, pictures: 0, paid: 0 },
    "premium, on average": {
      passages: ASSUMED.premiumPassages,
      pictures: ASSUMED.premiumPictures,
      paid: afterFees,
    },
    "premium, all Sparks": { passages: PLAN_LIMITS.premium.sparksPerMonth, pictures: 0, paid: afterFees },
  };
  const rows = MODEL_NAMES.flatMap((model) =>
    Object.entries(people).map(([name, { paid, ...month }]) => {
      const cost = toMonthDollars(model, month);
      const sum = cost.platform + cost.model + cost.pictures;
      const left = paid === 0 ? "" : toMoney(paid - sum);
      return [
        model,
        name,
        toCount(month.passages),
        toMoney(cost.platform),
        toMoney(cost.model),
        toMoney(sum),
        left,
      ];
    }),
  );
  return toTable(["model", "person", "passages", "platform", "model", "together", "left of 9.99"], rows);
}

/** What comes in the busiest hour's average second. */
function toPeak(daily: number) {
  const passages = (daily * ASSUMED.passagesPerDay * ASSUMED.busiestHour) / 3600;
  const usage = toUsage();
  const sittings = (daily * ASSUMED.busiestHour * ASSUMED.openMinutes) / 60;
  const { roundTrips } = MEASURED.d1.passage;
  const reads = passages * (1 + (usage.workerRequests - 1) * MEASURED.d1.story.roundTrips);
  const writes = passages * (roundTrips - 1);
  const work = (writes * ASSUMED.d1WriteMs + reads * ASSUMED.d1ReadMs) / 1000;
  const bytes = daily * 365 * ASSUMED.passagesPerDay * MEASURED.d1BytesPerPassage;
  return { passages, writes, reads, work, sittings, bytes };
}

function tabulatePeaks(): string {
  const rows = DAILY.map((daily) => {
    const { passages, writes, reads, work, sittings, bytes } = toPeak(daily);
    const modelRequests = passages * 60 * (1 + ASSUMED.jobRequests);
    return [
      toCount(daily),
      toCount(passages),
      toCount(writes),
      toCount(reads),
      String(Math.max(1, Math.ceil(work / ASSUMED.d1Busy))),
      String(Math.max(1, Math.ceil(bytes / (PLATFORM_LIMITS.d1Bytes * 0.7)))),
      toCount(modelRequests),
      toCount(modelRequests / PLATFORM_LIMITS.modelRequestsPerMinute),
      toCount(sittings),
    ];
  });
  return toTable(
    [
      "people a day",
      "passages/s",
      "D1 writes/s",
      "D1 reads/s",
      "databases for the writer",
      "databases for a year's rows",
      "model requests/min",
      "× the default limit",
      "open sockets",
    ],
    rows,
  );
}

function tabulateSimulation(): string {
  const rows = [100_000, 300_000, 1_000_000].flatMap((daily) =>
    [1, 2, 4, 8].map((databases) => {
      const { writes, reads } = toPeak(daily);
      const waits = simulateDatabase({
        writesPerS: writes / databases,
        readsPerS: reads / databases,
        writeMs: ASSUMED.d1WriteMs,
        readMs: ASSUMED.d1ReadMs,
      });
      const isOver = waits.busy > 0.98;
      return [
        toCount(daily),
        String(databases),
        `${(waits.busy * 100).toFixed(0)} %`,
        `${toCount(waits.median)} ms`,
        `${toCount(waits.p99)} ms`,
        isOver ? "grows without end" : `${toCount(waits.longest)} ms`,
      ];
    }),
  );
  return toTable(
    ["people a day", "databases", "busy", "median wait", "99 % wait at most", "longest wait"],
    rows,
  );
}

function tabulateMonth(): string {
  const rows = DAILY.map((daily) => {
    const passages = daily * ASSUMED.passagesPerDay * 30;
    const hosted = passages * toModelDollars("workers-ai llama-3.1-8b-instruct-fp8-fast");
    const large = passages * toModelDollars("workers-ai llama-3.3-70b-instruct-fp8-fast");
    return [
      toCount(daily),
      toCount(passages),
      toMoney(toDollars(toUsage(), passages)),
      toMoney(hosted),
      toMoney(large),
    ];
  });
  return toTable(["people a day", "passages a month", "platform", "8B model", "70B model"], rows);
}

function tabulateStored(): string {
  const rows = DAILY.map((daily) => {
    const { d1Gb, objectsGb, dollars } = toStored(daily * ASSUMED.passagesPerDay * 365);
    const share = (d1Gb * 1_000_000_000) / PLATFORM_LIMITS.d1AccountBytes;
    return [
      toCount(daily),
      `${toCount(d1Gb)} GB`,
      `${(share * 100).toFixed(0)} %`,
      `${toCount(objectsGb)} GB`,
      toMoney(dollars),
    ];
  });
  return toTable(
    ["people a day", "in D1", "of an account's default limit", "in objects", "costs a month"],
    rows,
  );
}

/** The tables of docs/capacity.md, as Markdown: computed from the measured counts, the assumptions and the prices. */
export function computeTables(): string {
  return [
    `Prices read on ${PRICES_READ_ON}; amounts included in the paid plan are not deducted.`,
    "### 1,000 passages",
    tabulatePassages(),
    "### A month of one person",
    tabulatePeople(),
    "### A month of all",
    tabulateMonth(),
    "### What a year leaves stored",
    tabulateStored(),
    "### The busiest hour",
    tabulatePeaks(),
    "### Waiting for a database in the busiest hour, with bursts, simulated",
    tabulateSimulation(),
  ].join("\n\n");
}
