import * as v from "valibot";
import { COVER_KINDS } from "#domain/cover.ts";

const coverFile = /^([0-9a-f]{8})-(book|plate)\.svg$/;

/** What the address of a cover says, as `toCoverPath` has made it. The edition is for those who keep covers, not for us. */
export const coverSchema = v.pipe(
  v.object({ kind: v.picklist(COVER_KINDS), file: v.pipe(v.string(), v.regex(coverFile)) }),
  v.transform(({ kind, file }) => {
    const [, seed = "", shape] = coverFile.exec(file) ?? [];
    return { kind, seed: Number.parseInt(seed, 16), shape: shape === "plate" ? "plate" : "book" } as const;
  }),
);
