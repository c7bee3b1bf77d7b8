/** What the tests use of it. */
declare module "@likecoin/epubcheck-ts" {
  export const EpubCheck: {
    validate: (
      book: Uint8Array,
    ) => Promise<{ errorCount: number; warningCount: number; messages: readonly unknown[] }>;
  };
}
