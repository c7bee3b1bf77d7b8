import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readWranglerConfig, type WranglerConfig } from "#tools/deploy/wrangler-config.ts";
import { inProject } from "#tools/paths.ts";

/** The names under which the Worker finds its bindings, in alphabetical order. */
function listBindings(config: WranglerConfig): string[] {
  const single = [config.assets, config.images, config.ai, config.version_metadata];
  return [
    ...[...config.d1_databases, ...config.kv_namespaces, ...config.r2_buckets].map((one) => one.binding),
    ...single.flatMap((one) => (one === undefined ? [] : [one.binding])),
    ...[...config.durable_objects.bindings, ...config.ratelimits].map(({ name }) => name),
  ].sort();
}

const local = readWranglerConfig(null);
const production = readWranglerConfig("production");

describe.each([
  { name: "as it runs locally", config: local },
  { name: "in production", config: production },
])("wrangler.toml $name", ({ config }) => {
  it("keeps no record of requests, whose addresses have codes and searches, and no query strings", () => {
    expect(config["observability"]).toEqual({
      enabled: true,
      redact_query_string: true,
      logs: { enabled: true, invocation_logs: false },
    });
  });

  it("tells the Worker its version", () => {
    expect(config.version_metadata).toEqual({ binding: "VERSION" });
  });
});

it("every query of D1 runs in a session: without one, read replicas are never asked", () => {
  const files = ["workers", "durable-objects"].flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => ({ name: `${folder}/${name}`, code: readFileSync(inProject(folder, name), "utf8") })),
  );
  const direct = files.filter(({ code }) =>
    /\bDB(_\d+)?\s*\.(prepare|batch|exec)\b|\bdrizzle\([^)]*\bDB\b/.test(code),
  );
  const openers = files.filter(({ code }) => /\.withSession\(/.test(code)).map(({ name }) => name);

  expect(direct.map(({ name }) => name)).toEqual([]);
  expect(openers.sort()).toEqual(["workers/db/account-database.ts", "workers/db/client.ts"]);
});

describe("wrangler.toml in production", () => {
  it("is served on its own domain alone", () => {
    expect(production.routes).toEqual([{ pattern: "YOUR-DOMAIN", custom_domain: true }]);
    expect(production.vars["APP_ORIGIN"]).toBe("https://YOUR-DOMAIN");
    expect(production.workers_dev).toBe(false);
    expect(production.preview_urls).toBe(false);
  });

  it("bounds the processor time and the calls of a request, and uploads source maps", () => {
    expect(production["limits"]).toEqual({ cpu_ms: 30_000, subrequests: 10_000 });
    expect(production.upload_source_maps).toBe(true);
  });

  it("stays near its readers, without smart placement", () => {
    expect(production["placement"]).toBeUndefined();
  });

  it("runs the nightly jobs once a night, and the tasks of operators every five minutes", () => {
    expect(production["triggers"]).toEqual({ crons: ["17 3 * * *", "*/5 * * * *"] });
  });

  it("has what it has locally, and the model besides", () => {
    expect(listBindings(production)).toEqual([...listBindings(local), "AI"].sort());
    for (const part of ["migrations", "triggers", "assets"]) expect(production[part]).toEqual(local[part]);
  });
});
