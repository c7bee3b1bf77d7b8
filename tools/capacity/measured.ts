/**
 * What one thing costs in calls and rows. tests/workers/turn-cost.test.ts checks `d1`, `objectRows` and `alarms`; the bytes of D1 are
 * estimates, those of objects are of the files that `npm run seed` makes.
 */
export const MEASURED = {
  /**
   * Rows read depend on what else the person has, and on whose entries stand beside theirs in an index, because a range is read one
   * entry too far: at most so many.
   */
  d1: {
    /** A message with its reply in a story: reserve, facts for the jobs, deliver. */
    passage: { roundTrips: 3, rowsRead: 30, rowsWritten: 9 },
    /** The list of stories, by the API: the first round trip finds the caller. The page of the library takes one in all. */
    library: { roundTrips: 2, rowsRead: 5, rowsWritten: 0 },
    /** One story with its facts. */
    story: { roundTrips: 2, rowsRead: 4, rowsWritten: 0 },
  },
  /** Rows that the object writes for a passage, and for each second in which its reply is written, at most. */
  objectRows: { passage: 20, secondOfReply: 10 },
  /** Alarms of the object for a passage, and for each second in which its reply is written, at most. Each is also set, which is a row. */
  alarms: { passage: 4, secondOfReply: 0.6 },
  /** What a conversation is stored with before its first message, and a passage besides its text: rows, indexes, memory. */
  objectBytes: { conversation: 100_000, passage: 600 },
  /** Rows of D1 that stay after a passage: one of the ledger, with four index entries. */
  d1BytesPerPassage: 400,
} as const;
