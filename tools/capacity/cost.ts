import { ASSUMED } from "./assumed.ts";
import { MEASURED } from "./measured.ts";
import { MODELS, PER_PICTURE, PRICES, STORED_GB } from "./prices.ts";

/** What a passage uses, by the unit that is billed. It includes the passage's share of the pages of a sitting. */
export type Usage = Record<keyof typeof PRICES, number>;

/** Memory that an object is billed with. */
const OBJECT_GB = 0.128;
/** Incoming frames that are billed as one request. */
const FRAMES_PER_REQUEST = 20;
/** A portrait is stored in so many sizes, each of them scaled. */
const PICTURE_SIZES = 2;
const GB = 1_000_000_000;

/** What one passage uses. */
export function toUsage(): Usage {
  const { d1, objectRows, alarms: alarmsOf } = MEASURED;
  const pages = ASSUMED.pagesPerSitting / ASSUMED.passagesPerSitting;
  const pictures = ASSUMED.picturesPerSitting / ASSUMED.passagesPerSitting;
  const opened = 1 / ASSUMED.passagesPerSitting;
  // After a reply the page reads the story's facts and its last messages.
  const calls = 2;
  const requests = pages + calls + opened + pictures;
  const alarms = alarmsOf.passage + ASSUMED.replyS * alarmsOf.secondOfReply;
  return {
    workerRequests: requests,
    workerCpuMs: pages * ASSUMED.pageCpuMs + calls * ASSUMED.callCpuMs + ASSUMED.passageCpuMs,
    objectRequests: opened + pages / 2 + 1 + ASSUMED.framesPerPassage / FRAMES_PER_REQUEST + alarms,
    objectGbSeconds: (ASSUMED.replyS + ASSUMED.jobsS) * OBJECT_GB,
    objectRowsWritten: objectRows.passage + ASSUMED.replyS * objectRows.secondOfReply + alarms,
    d1RowsRead: d1.passage.rowsRead + (pages + calls) * d1.story.rowsRead,
    d1RowsWritten: d1.passage.rowsWritten + opened,
    kvReads: requests - pictures,
    kvWrites: opened / 10, // a session slides once a day
    r2Reads: pictures,
    r2Writes: 0,
    logLines: requests + 1, // the turn's
    imageTransformations: 0,
  };
}

/** Dollars for an amount of a billed unit, before the included amount of the plan is subtracted. */
export function toDollars(usage: Usage, times = 1): number {
  return listPriceNames().reduce((sum, name) => sum + toLine(usage, name, times), 0);
}

export function toLine(usage: Usage, name: keyof Usage, times: number): number {
  return (usage[name] * times * PRICES[name].perMillion) / 1_000_000;
}

export function listPriceNames(): (keyof Usage)[] {
  return Object.keys(PRICES).filter((name): name is keyof Usage => name in PRICES);
}

/** Dollars for the model of one passage: the reply, and the jobs after it. */
export function toModelDollars(name: keyof typeof MODELS): number {
  const { input, output } = MODELS[name];
  const read = ASSUMED.promptTokens + ASSUMED.jobRequests * ASSUMED.jobPromptTokens;
  const written = ASSUMED.replyTokens + ASSUMED.jobRequests * ASSUMED.jobReplyTokens;
  return (read * input + written * output) / 1_000_000;
}

/** Dollars for a month of one person. */
export function toMonthDollars(
  model: keyof typeof MODELS,
  { passages, pictures }: { passages: number; pictures: number },
): { platform: number; model: number; pictures: number } {
  return {
    platform: toDollars(toUsage(), passages),
    model: passages * toModelDollars(model),
    pictures: pictures * (PER_PICTURE + PICTURE_SIZES * toScaledDollars()),
  };
}

/** Dollars for one size of a picture: scaled and stored. */
function toScaledDollars(): number {
  return (PRICES.imageTransformations.perMillion + PRICES.r2Writes.perMillion) / 1_000_000;
}

/** What so many passages leave in D1 and in objects, in GB, and what it costs in a month, in dollars. */
export function toStored(passages: number): { d1Gb: number; objectsGb: number; dollars: number } {
  const { conversation, passage } = MEASURED.objectBytes;
  const perPassage = ASSUMED.textBytes + passage + conversation / ASSUMED.passagesPerConversation;
  const d1Gb = (passages * MEASURED.d1BytesPerPassage) / GB;
  const objectsGb = (passages * perPassage) / GB;
  return { d1Gb, objectsGb, dollars: d1Gb * STORED_GB.d1 + objectsGb * STORED_GB.objects };
}
