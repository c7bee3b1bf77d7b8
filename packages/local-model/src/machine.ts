import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { totalmem } from "node:os";
import type { Machine } from "./models.ts";

/** The name of the engine's package for this machine, without its scope. */
export type EngineBinary = { packages: string[]; machine: Machine; card: string | null };

const PLATFORMS: Record<string, string> = { darwin: "mac", linux: "linux", win32: "win" };
/** Part of a Mac's memory that its graphics card may use. */
const SHARED_MEMORY = 0.7;

/**
 * Which binary of the engine this machine needs. Those with CUDA and Vulkan have some hundred megabytes, so they are chosen only where there is
 * such a card. `null`: there is none for this system.
 */
export function chooseEngine(): EngineBinary | null {
  const system = PLATFORMS[process.platform];
  if (system === undefined) return null;
  const memory = totalmem() / 2 ** 30;
  const plain = `${system}-${process.arch === "arm" ? "armv7l" : process.arch}`;
  if (plain === "mac-arm64")
    return {
      packages: ["mac-arm64-metal"],
      machine: { memory, card: memory * SHARED_MEMORY },
      card: "the Mac's own graphics card",
    };
  const nvidia = process.arch === "x64" && system !== "mac" ? findNvidia() : null;
  if (nvidia !== null)
    return {
      packages: [`${plain}-cuda`, `${plain}-cuda-ext`, plain],
      machine: { memory, card: nvidia.memory },
      card: nvidia.name,
    };
  // How much memory a card has that only Vulkan knows is not known before the engine runs.
  if (plain === "linux-x64" && hasVulkan())
    return {
      packages: [`${plain}-vulkan`, plain],
      machine: { memory, card: 0 },
      card: "a graphics card with Vulkan",
    };
  return { packages: [plain], machine: { memory, card: 0 }, card: null };
}

function findNvidia(): { name: string; memory: number } | null {
  const asked = ["--query-gpu=name,memory.total", "--format=csv,noheader,nounits"];
  const { status, stdout } = spawnSync("nvidia-smi", asked, { encoding: "utf8", timeout: 10_000 });
  const [, name, mebibytes] = /^(.+), (\d+)$/mu.exec(status === 0 ? stdout : "") ?? [];
  return name === undefined ? null : { name, memory: Number(mebibytes) / 1024 };
}

/** A card that draws, and the library of its driver. Without a card Vulkan draws on the processor, which is slower than the plain engine. */
function hasVulkan(): boolean {
  const library = "libvulkan.so.1";
  const folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"];
  return existsSync("/dev/dri/renderD128") && folders.some((folder) => existsSync(`${folder}/${library}`));
}
