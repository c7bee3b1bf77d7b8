import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import type { ProjectConfig } from "vitest/node";
import { inProject } from "./tools/paths.ts";

const migrations = await readD1Migrations(inProject("migrations"));
/** A database of its own for each earlier schema, for tests/workers/upgrade/. */
const upgraded = Object.fromEntries(
  migrations.map((_, index) => [`UPGRADED_${index + 1}`, `upgraded-${index + 1}`]),
);

/** Real processes and real HTTP on two shared cores: a limit against hanging, not against being slow. */
const LIMITS = { testTimeout: 60_000, hookTimeout: 60_000 };

/**
 * The tests that run in workerd. With more than one `databases`, people's rows are in several, and the directory is a database of
 * its own.
 */
function testWorker(name: string, include: string[], databases: number): TestProjectConfiguration {
  const more = databases === 1 ? [] : ["DIRECTORY"];
  for (let shard = 1; shard < databases; shard += 1) more.push(`DB_${shard}`);
  return {
    plugins: [
      cloudflareTest(({ inject }) => ({
        main: "./tests/workers/entry.ts",
        verbose: false, // else the runtime prints a line for each object that an archive lets go
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          // For tests that check everything that is stored: other tests leave their data in KV and PORTRAITS.
          kvNamespaces: ["EMPTY_KV"],
          r2Buckets: ["EMPTY_BUCKET"],
          d1Databases: {
            ...upgraded,
            ...Object.fromEntries(more.map((binding) => [binding, `test-${binding}`])),
          },
          bindings: {
            TEST_MIGRATIONS: migrations,
            APP_ORIGIN: "https://talespark.test",
            OIDC_ISSUER: `${inject("fakeIssuer")}/shared`,
            OIDC_CLIENT_ID: "talespark-tests",
            OIDC_CLIENT_SECRET: "a secret of the tests",
            OIDC_AUDIENCE: "https://talespark.test/api",
            OPERATOR_NAME: "Ada & Sons",
            OPERATOR_ADDRESS: "1 Test Street, 12345 Testing",
            SUPPORT_EMAIL: "support@talespark.example",
            SESSION_SECRET: "a secret of the tests, of 32 characters or more",
            AI_PROVIDER: "openai-compatible",
            AI_BASE_URL: `${inject("modelUrl")}/v1`,
            AI_MODEL: "scripted",
          },
        },
      })),
    ],
    test: {
      name,
      ...LIMITS,
      include,
      // A workerd for each file took three quarters of the time. Every test has people and stories of its own.
      isolate: false,
      // Stripe's SDK is two hundred files, and their source maps name sources that it does not bring.
      deps: { optimizer: { ssr: { enabled: true, include: ["stripe"] } } },
      globalSetup: ["tests/fakes/setup.ts", "tests/workers/fuzz/setup.ts"],
      setupFiles: ["tests/after-each.ts", "tests/workers/apply-migrations.ts"],
    },
  };
}

/** Tests that `npm test` also runs with four databases. `SHARDS=4 npx vitest run --project=workers` runs all of them so. */
const WITH_SHARDS = ["tests/shards/**/*.test.ts", "tests/workers/billing/webhook.test.ts"];

const FAULTS = ["tests/faults/**/*.test.ts"];
/** Fault tests that measure how fast the product is: nothing else runs at the same time. */
const TIMED_FAULTS = ["tests/faults/misuse.test.ts"];

/** Tests that start the whole product, one file at a time. */
function faultTests(
  name: string,
  options: Pick<ProjectConfig, "include" | "exclude" | "sequence">,
): TestProjectConfiguration {
  return {
    test: {
      name,
      globalSetup: ["tests/workers/fuzz/setup.ts"],
      setupFiles: ["tests/after-each.ts"],
      // A start takes 8 s, and a slow machine took five times as long for all of them. The product may have to be built as well.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      maxWorkers: 1,
      isolate: false, // most files share one product, which takes some seconds to start
      ...options,
    },
  };
}

/** No error of a test: an object was woken after the last file in its workerd, and asked for its module while Vitest was closing. */
function isTooLate({ name, message }: { name?: string; message?: string }): boolean {
  return name === "EnvironmentTeardownError" && message?.includes('while "resolve" was pending') === true;
}

export default defineConfig({
  test: {
    silent: "passed-only",
    onUnhandledError: (error) => !isTooLate(error),
    projects: [
      testWorker(
        "workers",
        ["tests/{workers,durable-objects,domain}/**/*.test.{ts,tsx}"],
        Number(process.env["SHARDS"] ?? 1),
      ),
      testWorker("shards", WITH_SHARDS, 4),
      {
        test: {
          name: "app",
          ...LIMITS,
          isolate: false, // to load React for each file took three quarters of the time
          include: ["tests/app/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/after-each.ts"],
        },
      },
      {
        test: {
          name: "tools",
          ...LIMITS,
          isolate: false,
          include: ["tests/tools/**/*.test.ts", "packages/*/tests/**/*.test.ts"],
          setupFiles: ["tests/after-each.ts"],
        },
      },
      {
        // `npm run test:model`: needs the engine, which `npm ci` does not install.
        test: {
          name: "model",
          ...LIMITS,
          include: ["tests/local-model/**/*.test.ts"],
          setupFiles: ["tests/after-each.ts"],
          maxWorkers: 1,
        },
      },
      // `npm test` runs these while the browser tests run.
      faultTests("faults", { include: FAULTS, exclude: TIMED_FAULTS, sequence: { groupOrder: 1 } }),
      faultTests("timed-faults", { include: TIMED_FAULTS, sequence: { groupOrder: 2 } }),
    ],
  },
});
