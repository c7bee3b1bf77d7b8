import { plainText, upperFirst } from "../language/text.ts";
import { block, factsOf } from "../prompt-reader.ts";

const WORDS_MAX = 80;

/** What a painter has to know of a character, in one paragraph. */
export function portraitOf(content: string): string {
  const facts = factsOf(block(content, "character") ?? "");
  const name = facts.get("name") ?? "";
  const details = plainText(block(content, "portrait_details") ?? "");
  const looks = sentence(
    withoutName(
      facts.get("appearance") ?? facts.get("description") ?? "an adult with an attentive face",
      name,
    ),
  );
  const manner = facts.get("personality");
  const style = facts.get("art style");
  const parts = [
    "Portrait of a single figure from the chest up, turned a little to the light.",
    looks,
    facts.has("appearance") && facts.has("description")
      ? sentence(`Dressed and groomed as one who is ${withoutName(facts.get("description") ?? "", name)}`)
      : "",
    manner === undefined
      ? "A calm, open expression."
      : sentence(`The expression is ${withoutName(manner, name).toLowerCase()}`),
    details === "" ? "" : sentence(details),
    "Soft side light, plain dark background.",
    style === undefined ? "" : sentence(`${upperFirst(style)} style`),
  ];
  return parts
    .filter((part) => part !== "")
    .join(" ")
    .split(" ")
    .slice(0, WORDS_MAX)
    .join(" ");
}

function withoutName(text: string, name: string): string {
  const names = [name, ...name.split(" ")].filter((one) => one.length > 2);
  return names
    .reduce((left, one) => left.replaceAll(one, "the sitter"), plainText(text))
    .replace(/[.\s]+$/u, "");
}

function sentence(text: string): string {
  const bare = text.trim().replace(/[.\s]+$/u, "");
  return bare === "" ? "" : `${upperFirst(bare)}.`;
}
