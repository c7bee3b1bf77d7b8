import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { unstable_readConfig } from "wrangler";
import { findLeaks, findLogLeaks } from "#tests/harness/leaks.ts";
import { provideSecret } from "#tools/local-secret.ts";
import { LOCAL_STRIPE } from "#tools/local-services.ts";
import { inProject } from "#tools/paths.ts";
import { SECRET_SETTINGS } from "#workers/settings.ts";
import { listTrackedFiles } from "./tracked-files.ts";

/** What secrets of services and keys look like. Those of tests and emulators are words with underscores. */
const SHAPES: Record<string, RegExp> = {
  "a Stripe key": /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/u,
  "a Stripe webhook secret": /\bwhsec_[A-Za-z0-9]{24,}/u,
  "a private key": /-----BEGIN (?:\w+ )*PRIVATE KEY-----/u,
  "an AWS key": /\bAKIA[0-9A-Z]{16}\b/u,
  "a Google key": /\bAIza[\w-]{35}\b/u,
  "a GitHub token": /\b(?:gh[opsu]|github_pat)_\w{30,}/u,
  "an OpenAI or Anthropic key": /\bsk-(?:ant-|proj-)?[\w-]{32,}/u,
  "a token that is signed": /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/u,
};

function findSecrets(text: string): string[] {
  return Object.entries(SHAPES).flatMap(([name, shape]) => (shape.test(text) ? [name] : []));
}

describe("secrets", () => {
  it.each([
    { name: "as it runs locally", env: {} },
    { name: "in production", env: { env: "production" } },
  ])("have no value in wrangler.toml $name: they are set with `wrangler secret`", ({ env }) => {
    const { vars } = unstable_readConfig({ config: inProject("wrangler.toml"), ...env });

    expect(SECRET_SETTINGS.length).toBeGreaterThan(4);
    expect(Object.keys(vars).filter((name) => isSecretName(name))).toEqual([]);
  });

  it("are in no file of the repository", () => {
    const files = listTrackedFiles();
    const found = files.flatMap((file) =>
      findSecrets(readFileSync(inProject(file), "latin1")).map((name) => `${name} in ${file}`),
    );

    expect(files.length).toBeGreaterThan(1_000);
    expect(found).toEqual([]);
  });

  it("of a person who works on it stay on their machine", () => {
    expect(
      listTrackedFiles().filter((file) => /(?:^|\/)\.(?:dev\.vars|env)(?!.*\.example$)/u.test(file)),
    ).toEqual([]);
    expect(readFileSync(inProject(".gitignore"), "utf8").split("\n")).toContain(".dev.vars");
  });

  it("would be found if they were there", () => {
    const planted = ["sk_live_", "51Abcdefghijklmnop"].join("");

    expect(findSecrets(`const key = "${planted}";`)).toEqual(["a Stripe key"]);
    expect(findSecrets(["-----BEGIN", "PRIVATE KEY-----"].join(" "))).toEqual(["a private key"]);
  });
});

function isSecretName(name: string): boolean {
  return (
    SECRET_SETTINGS.some((secret) => secret === name) || /SECRET|PASSPHRASE|PASSWORD|_KEY$|TOKEN$/u.test(name)
  );
}

it("each state folder has random secrets of its own, also the app's at the local issuer, and keeps them", () => {
  const folders = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), "secrets-")));
  onTestFinished(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  const secrets = folders.flatMap((folder) => [
    provideSecret(folder, "client-secret"),
    provideSecret(folder, "session-secret"),
  ]);

  expect(secrets.filter((secret) => !/^[0-9a-f]{64}$/u.test(secret))).toEqual([]);
  expect(new Set(secrets).size).toBe(4);
  expect(provideSecret(folders[0] ?? "", "client-secret")).toBe(secrets[0]);
});

it("reports forbidden values and their lines without repeating the values", () => {
  const stateDir = mkdtempSync(path.join(tmpdir(), "talespark-"));
  const output = [
    '{"event":"request","route":"/home"}',
    `{"authorization":"Bearer ${LOCAL_STRIPE.secretKey}"}`,
    '{"user":"reader-1@example.com"}',
    '{"cookie":"eyJhbGciOiJSUzI1NiIsImtpZCI6.e30.x"}',
  ].join("\n");

  const leaks = findLogLeaks({ output, stateDir });

  expect(leaks).toEqual([
    "the payment provider's key in line 2",
    "an e-mail address in line 3",
    "a token in line 4",
  ]);
  expect(findLeaks("nothing of it", { word: "something" })).toEqual([]);
});
