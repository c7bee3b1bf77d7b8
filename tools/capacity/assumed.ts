/** What people do, and how long things take: assumptions, in one place, to be replaced by what operations measure. */
export const ASSUMED = {
  /** Of a passage: time until the reply is complete, and of the jobs after it. The object is in memory for both. */
  replyS: 6,
  jobsS: 3,
  /** Tokens of a passage: the prompt is 6,000 at most with the default context, and shorter in a young story. */
  promptTokens: 4_000,
  replyTokens: 350,
  /** Analysis, memory and ideas: requests of the structured model for each passage, and their tokens. */
  jobRequests: 0.5,
  jobPromptTokens: 2_000,
  jobReplyTokens: 120,
  /** Processor time of the Worker: a page, a call of the API; of the object: a passage. */
  pageCpuMs: 12,
  callCpuMs: 4,
  passageCpuMs: 25,
  /** A sitting: passages, pages, and pictures that are not in the browser's cache. */
  passagesPerSitting: 10,
  pagesPerSitting: 6,
  picturesPerSitting: 10,
  /** Bytes of text that a passage leaves: the message and the reply. */
  textBytes: 1_600,
  passagesPerConversation: 50,
  /** Frames that a reader sends for a passage: the message, and confirmations of what was read. */
  framesPerPassage: 3,
  /** A month of a free and of a premium person. */
  freePassages: 30,
  premiumPassages: 600,
  premiumPictures: 20,
  /** The card payment provider: a share and a fixed amount of each payment. */
  feeShare: 0.029,
  feeFixed: 0.3,
  /** Of those who come on a day: what they write, and the share of the day that is in its busiest hour. */
  passagesPerDay: 10,
  busiestHour: 0.12,
  /** Minutes that a story stays open in a browser. */
  openMinutes: 30,
  /** Milliseconds that D1's one writer is busy with a round trip that writes, and with one that only reads. */
  d1WriteMs: 1.5,
  d1ReadMs: 0.5,
  /** How busy a database may be in the busiest hour before another one is added. */
  d1Busy: 0.5,
} as const;

/** Limits of the platform on the paid plan, with the page of developers.cloudflare.com. */
export const PLATFORM_LIMITS = {
  /** Of one database; cannot be raised (d1/platform/limits). */
  d1Bytes: 10_000_000_000,
  /** Of all databases of an account; can be raised on request (d1/platform/limits). */
  d1AccountBytes: 1_000_000_000_000,
  /** Text generation, for an account; can be raised on request (workers-ai/platform/limits). */
  modelRequestsPerMinute: 300,
} as const;
