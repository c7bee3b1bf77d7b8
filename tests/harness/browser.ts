import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { inProject, PROJECT_ROOT } from "#tools/paths.ts";

/** What Playwright launches: a path and an environment, or null for its own browser. */
export type BrowserLaunch = { executablePath: string; env: Record<string, string> } | null;

const manifestSchema = v.object({ devDependencies: v.object({ "@sparticuz/chromium": v.string() }) });

/** Its own file names /tmp/fonts. Without any font Chromium crashes at the first letter. */
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
 * The Chromium of an npm package, with its own libraries, so that a bare Linux machine needs no apt. It is unpacked
 * once into .cache/. Null on other systems: there Playwright's own must be installed (`npx playwright install
 * chromium`).
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

/** Unpacks into another folder and renames it, so that an incomplete folder is never used. */
async function unpack(folder: string): Promise<void> {
  mkdirSync(inProject(".cache"), { recursive: true });
  const unpacking = await mkdtemp(inProject(".cache", "unpacking-"));
  // The package unpacks into the temporary folder, and adds its libraries only if it believes that it runs on AWS Lambda. It changes
  // the environment of its process.
  const env = { ...process.env, TMPDIR: unpacking, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" };
  const script = 'await (await import("@sparticuz/chromium")).default.executablePath()';
  try {
    execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: PROJECT_ROOT, env });
    chmodSync(path.join(unpacking, "chromium"), 0o755);
    writeFileSync(path.join(unpacking, "fonts", "fonts.conf"), fontsConf(folder));
    renameSync(unpacking, folder);
  } catch (error) {
    rmSync(unpacking, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // else another process was faster
  }
}

function packageVersion(): string {
  const { devDependencies } = v.parse(
    manifestSchema,
    JSON.parse(readFileSync(inProject("package.json"), "utf8")),
  );
  return devDependencies["@sparticuz/chromium"];
}
