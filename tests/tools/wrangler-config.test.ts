import { describe, expect, it } from "vitest";
import { listBindings, readWranglerConfig } from "#tools/deploy/wrangler-config.ts";

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

  it("runs the nightly jobs once a night, and the tasks of operators every five minutes", () => {
    expect(production["triggers"]).toEqual({ crons: ["17 3 * * *", "*/5 * * * *"] });
  });

  it("has what it has locally, and the model besides", () => {
    expect(listBindings(production)).toEqual([...listBindings(local), "AI"].sort());
    for (const part of ["migrations", "triggers", "assets"]) expect(production[part]).toEqual(local[part]);
  });
});
