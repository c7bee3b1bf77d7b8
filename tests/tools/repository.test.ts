import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import * as v from "valibot";
import { expect, it } from "vitest";
import { inProject } from "#tools/paths.ts";
import { readSettings, SETTING_NAMES } from "#tools/settings.ts";

/* Files that say the same thing in two places. */

const packageSchema = v.object({
  devDependencies: v.record(v.string(), v.string()),
});

function read(...parts: string[]): string {
  return readFileSync(inProject(...parts), "utf8");
}

const manifest = v.parse(packageSchema, JSON.parse(read("package.json")));

it(".dev.vars.example has every setting once, and says what it does or shows a value", () => {
  const lines = read(".dev.vars.example").match(/^# [A-Z_]+=.*$/gmu) ?? [];
  expect(lines.map((line) => line.slice(2).split("=")[0]).sort()).toEqual([...SETTING_NAMES].sort());
});

it("the values of .dev.vars.example are taken", () => {
  const uncommented = read(".dev.vars.example").replaceAll(/^# (?=[A-Z_]+=)/gmu, "");
  const given = parseEnv(uncommented);
  expect(Object.keys(given).sort()).toEqual([...SETTING_NAMES].sort());
  expect(readSettings({}, given)).toMatchObject({ PORT: 5173, APP_ORIGIN: "https://talespark.example" });
});

it("the Node of .nvmrc and of the container image is the one that the tools run on", () => {
  const [major] = (manifest.devDependencies["node"] ?? "").split(".");
  expect(read(".nvmrc").trim()).toBe(major);
  const images = [...read("Dockerfile").matchAll(/^FROM node:(\d+)-/gmu)].map(([, version]) => version);
  expect(images).toEqual([major, major]);
});

it("the container image has no settings of this machine, and the images beside it have a version", () => {
  expect(read(".dockerignore").split("\n")).toEqual(expect.arrayContaining([".env", ".env.*", ".dev.vars"]));
  const images = [...read("compose.yaml").matchAll(/^\s+image: (\S+)$/gmu)].map(([, image]) => image);
  expect(images.length).toBeGreaterThan(0);
  expect(images.filter((image) => !/:\d+\.\d+/u.test(image ?? ""))).toEqual([]);
});

it("the containers trust one proxy by default, and no range of addresses", () => {
  expect(/^\s+TRUSTED_PROXIES: \$\{TRUSTED_PROXIES:-(.*)\}$/mu.exec(read("compose.yaml"))?.[1]).toMatch(
    /^\d+\.\d+\.\d+\.\d+$/u,
  );
});

/** The date in a version such as 1.20260918.0. */
function toDate(version: string): string {
  const [, year, month, day] = /(\d{4})(\d{2})(\d{2})/u.exec(version) ?? [];
  return `${year}-${month}-${day}`;
}

it("the types of the runtime belong to the workerd that runs, and to its compatibility date", () => {
  const workerd = v.parse(
    v.object({ version: v.string() }),
    JSON.parse(read("node_modules/workerd/package.json")),
  );
  const types = manifest.devDependencies["@cloudflare/workers-types"] ?? "";
  const date = /^compatibility_date = "(.*)"$/mu.exec(read("wrangler.toml"))?.[1] ?? "";
  expect(toDate(workerd.version)).toBe(date);
  expect(toDate(types)).toBe(date);
});
