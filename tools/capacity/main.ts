import { readFileSync, writeFileSync } from "node:fs";
import { inProject } from "../paths.ts";
import { placeTables } from "./document.ts";
import { computeTables } from "./tables.ts";

// `npm run capacity`: computes the tables of docs/capacity.md, and writes them between its markers.

const DOCUMENT = inProject("docs", "capacity.md");
const computed = computeTables();
writeFileSync(DOCUMENT, placeTables(readFileSync(DOCUMENT, "utf8"), computed));
process.stdout.write(`${computed}\n`);
