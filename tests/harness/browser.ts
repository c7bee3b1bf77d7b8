import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { inProject } from "#tools/paths.ts";

/** What Playwright launches: a path and an environment, or nothing for its own browser. */
export type BrowserLaunch = { executablePath: string; env: Record<string, string> } | null;

const manifestSchema = v.object({ devDependencies: v.object({ "@sparticuz/chromium": v.string() }) });

/** Its own names /tmp/fonts. Without any font Chromium dies at the first letter. */
function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}

/**
 * The Chromium that comes as an npm package, with its own libraries, so that a bare Linux machine needs no apt; unpacked
 * once into .cache/. Null elsewhere: there Playwright's own has to be installed (`npx playwright install chromium`).
 */
export async function findBrowser(): Promise<BrowserLaunch> {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const folder = inProject(".cache", `chromium-${packageVersion()}`);
  if (!existsSync(folder)) await unpack(folder);
  return {
    executablePath: path.join(folder, "chromium"),
    env: {
      LD_LIBRARY_PATH: path.join(folder, "al2023", "lib"),
      FONTCONFIG_PATH: path.join(folder, "fonts"),
    },
  };
}

/** Unpacks beside and renames: a half unpacked browser would be taken for a whole one. */
async function unpack(folder: string): Promise<void> {
  mkdirSync(inProject(".cache"), { recursive: true });
  const unpacking = await mkdtemp(inProject(".cache", "unpacking-"));
  const before = { ...process.env };
  // It unpacks into the temporary folder, and its libraries only where it takes the machine for a Lambda.
  process.env["TMPDIR"] = unpacking;
  process.env["AWS_EXECUTION_ENV"] = "AWS_Lambda_nodejs22.x";
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    chmodSync(await chromium.executablePath(), 0o755);
    writeFileSync(path.join(unpacking, "fonts", "fonts.conf"), fontsConf(folder));
    renameSync(unpacking, folder);
  } catch (error) {
    rmSync(unpacking, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // else another process was faster
  } finally {
    restoreEnvironment(before); // it puts its libraries into the environment of everything started from here
  }
}

/**
 * Gives the process the environment that it had, a variable at a time: a plain object in the place of `process.env` would
 * be read by scripts alone, while Node itself (`os.tmpdir`, child processes) keeps reading the real one.
 */
export function restoreEnvironment(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) {
    if (before[name] === undefined) delete process.env[name];
  }
  Object.assign(process.env, before);
}

function packageVersion(): string {
  const { devDependencies } = v.parse(
    manifestSchema,
    JSON.parse(readFileSync(inProject("package.json"), "utf8")),
  );
  return devDependencies["@sparticuz/chromium"];
}
