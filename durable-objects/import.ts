import { DurableObject } from "cloudflare:workers";
import { toImportFilesKey } from "#domain/imports.ts";
import { TreeWriter } from "#workers/conversations/tree-writer.ts";
import { openAccountDatabase } from "#workers/db/account-database.ts";
import { type ImportJob, type ImportProgress, ImportRun } from "#workers/imports/run-import.ts";
import { describeError, logLine } from "#workers/logging.ts";

/** A run that a crash has ended is continued after this time. */
const WATCH_MS = 5_000;
/**
 * A run that fails is repeated after 1 s, 2 s, 4 s … and given up after so many runs without a conversation that is done. A run that a crash
 * has ended counts as well: a file may need more memory than there is.
 */
const FIRST_RETRY_MS = 1_000;
const TRIES_MAX = 8;

/**
 * The job of one import, which an alarm runs. The row in D1 says what a person sees of it; what is left to do is stored here. Where something
 * was left out that may still come it stays, with the files, and an alarm removes both later.
 */
export class ImportObject extends DurableObject<Env> {
  /** Runs the job after that time, or sooner if it was set so. */
  async begin(job: ImportJob, delayMs: number): Promise<void> {
    this.ctx.storage.kv.put("job", job);
    await this.ctx.storage.setAlarm(Date.now() + delayMs);
  }

  /** Brings in what was left out. Returns `false` if its files are gone. */
  async bring(number: number): Promise<boolean> {
    const { kv } = this.ctx.storage;
    if (kv.get("job") === undefined) return false;
    kv.put("wanted", [...new Set([...this.#listWanted(), number])]);
    kv.put("tries", 0);
    await this.ctx.storage.setAlarm(Date.now());
    return true;
  }

  /** Forgets the import: its files and its progress. */
  async remove(importId: string): Promise<void> {
    await this.env.PORTRAITS.delete(toImportFilesKey(importId));
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    const { kv } = this.ctx.storage;
    const job = kv.get<ImportJob>("job");
    if (job === undefined) return;
    const begun = (kv.get<number>("tries") ?? 0) + 1;
    kv.put("tries", begun);
    await this.ctx.storage.setAlarm(Date.now() + WATCH_MS);
    const run = this.#makeRun(job);
    // While this instance works the alarm that repairs it stays ahead.
    const watch = setInterval(() => void this.ctx.storage.setAlarm(Date.now() + WATCH_MS), WATCH_MS / 2);
    try {
      const keptUntil = begun <= TRIES_MAX ? await run.run() : await run.fail();
      clearInterval(watch);
      if (keptUntil === null) return await this.remove(job.importId);
      kv.put("tries", 0);
      // It may have been asked for more at the last moment.
      const isWanted = this.#listWanted().length > 0;
      await this.ctx.storage.setAlarm(isWanted ? Date.now() : Date.parse(keptUntil));
    } catch (error) {
      const tries = kv.get<number>("tries") || 1;
      logLine("warn", "import.retry", { importId: job.importId, tries, ...describeError(error) });
      if (tries < TRIES_MAX) {
        await this.ctx.storage.setAlarm(Date.now() + FIRST_RETRY_MS * 2 ** (tries - 1));
        return;
      }
      await run.fail();
      await this.remove(job.importId);
    } finally {
      clearInterval(watch);
    }
  }

  #listWanted(): number[] {
    return this.ctx.storage.kv.get<number[]>("wanted") ?? [];
  }

  #makeRun(job: ImportJob): ImportRun {
    const { env } = this;
    const { kv } = this.ctx.storage;
    const now = () => new Date();
    const { db } = openAccountDatabase(env, { userId: job.userId, shard: job.shard });
    const objects = { story: env.STORY, "character-chat": env.CHARACTER_CHAT };
    return new ImportRun({
      db,
      bucket: env.PORTRAITS,
      writer: new TreeWriter({ db, shard: job.shard, objects, now }),
      images: env.IMAGES,
      job,
      now,
      load: () => kv.get<ImportProgress>("progress") ?? null,
      save: (progress) => {
        if (progress.done !== kv.get<ImportProgress>("progress")?.done) kv.put("tries", 0);
        kv.put("progress", progress);
      },
      listWanted: () => this.#listWanted(),
      settleWanted: (number) =>
        kv.put(
          "wanted",
          this.#listWanted().filter((one) => one !== number),
        ),
    });
  }
}
