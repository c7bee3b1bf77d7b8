import type { RichElement, RichText } from "#domain/rich-text.ts";
import { escapeXml } from "#domain/text.ts";

/* A text as XHTML, as Markdown and as plain text. Each of them says all its words, whatever signs are among them. */

// --- XHTML ----------------------------------------------------------------------------------------------------------

export function toXhtml(parts: readonly RichText[], isInLink = false): string {
  return parts.map((part) => (typeof part === "string" ? escapeXml(part) : toTag(part, isInLink))).join("");
}

function toTag({ tag, children, href, start }: RichElement, isInLink: boolean): string {
  const inside = toXhtml(children, isInLink || tag === "a");
  switch (tag) {
    case "br":
    case "hr":
      return `<${tag}/>`;
    case "p":
    case "li":
      return `<${tag} dir="auto">${inside}</${tag}>`;
    case "ol":
      return `<ol${start === undefined ? "" : ` start="${start}"`}>${inside}</ol>`;
    case "a": {
      const address = isInLink ? null : toAddress(href ?? "");
      return address === null ? inside : `<a href="${escapeXml(address)}">${inside}</a>`;
    }
    default:
      return `<${tag}>${inside}</${tag}>`;
  }
}

/** An address as strict readers of books take it; `null`: it is none. */
function toAddress(href: string): string | null {
  const url = URL.parse(href);
  if (url === null || url.host.startsWith("[")) return null;
  const [address = "", ...fragment] = url.href.toWellFormed().split("#");
  const encode = (text: string) =>
    text.replace(/%(?![\da-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/giu, (sign) => encodeURIComponent(sign));
  return encode(address) + (fragment.length === 0 ? "" : `#${encode(fragment.join("#"))}`);
}

// --- Markdown and plain text ----------------------------------------------------------------------------------------

type Style = {
  words: (text: string) => string;
  wrap: (element: RichElement, inside: string) => string;
  /** A whole paragraph. */
  paragraph: (text: string) => string;
  code: (text: string) => string;
};

const MARKDOWN: Style = {
  words: escapeMarkdown,
  wrap: ({ tag, href, children }, inside) => {
    switch (tag) {
      case "br":
        return "\\\n";
      case "em":
        return `*${inside}*`;
      case "strong":
        return `**${inside}**`;
      case "del":
        return `~~${inside}~~`;
      case "code":
        return fence("`", joinText(children), " ");
      case "a":
        return `[${inside}](<${toAddress(href ?? "") ?? ""}>)`;
      default:
        return inside;
    }
  },
  paragraph: (text) =>
    text
      .split("\n")
      .map((line) =>
        line
          .trim()
          .replace(/^[#+=>-]/u, "\\$&")
          .replace(/^(\d{1,9})([.)])/u, "$1\\$2"),
      )
      .join("\n"),
  code: (text) => fence("```", text, "\n"),
};

const PLAIN: Style = {
  words: (text) => text,
  wrap: ({ tag }, inside) => (tag === "br" ? "\n" : inside),
  paragraph: (text) => text.trim(),
  code: (text) => text,
};

export function toMarkdown(parts: readonly RichText[]): string {
  return layOut(parts, MARKDOWN);
}

export function toPlainText(parts: readonly RichText[]): string {
  return layOut(parts, PLAIN);
}

/**
 * Words that a reader of Markdown shows as they are; what only means something at the beginning of a line is left. A bare address is not to
 * become a link: in that, signs could not be escaped.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<|~@]|&(?=[#\w])|:(?=\/\/)|(?<=www)\./gi, "\\$&");
}

/** Blocks, with an empty line between two of them. */
function layOut(parts: readonly RichText[], style: Style): string {
  const blocks: string[] = [];
  let line: RichText[] = [];
  const endLine = () => {
    blocks.push(style.paragraph(toLine(line, style)));
    line = [];
  };
  for (const part of parts) {
    const block = typeof part === "string" ? null : toBlock(part, style);
    if (block === null) {
      line.push(part);
    } else {
      endLine();
      blocks.push(block);
    }
  }
  endLine();
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** `null`: it stands within a line. */
function toBlock({ tag, children, start = 1 }: RichElement, style: Style): string | null {
  switch (tag) {
    case "p":
      return style.paragraph(toLine(children, style));
    case "hr":
      return "* * *";
    case "pre":
      return style.code(joinText(children));
    case "blockquote":
      return indent(layOut(children, style), "> ", "> ");
    case "ol":
    case "ul":
      return children
        .map((item, index) => {
          const mark = tag === "ul" ? "- " : `${start + index}. `;
          const content = typeof item === "string" ? [item] : item.children;
          return indent(layOut(content, style), mark, " ".repeat(mark.length));
        })
        .join("\n");
    default:
      return null;
  }
}

function toLine(parts: readonly RichText[], style: Style): string {
  return parts
    .map((part) =>
      typeof part === "string" ? style.words(part) : style.wrap(part, toLine(part.children, style)),
    )
    .join("");
}

function indent(text: string, first: string, others: string): string {
  const lines = text.split("\n").map((line) => (line === "" ? others.trimEnd() : others + line));
  return first + lines.join("\n").slice(others.length);
}

function joinText(parts: readonly RichText[]): string {
  return parts.map((part) => (typeof part === "string" ? part : joinText(part.children))).join("");
}

/** Code between as many marks as end nowhere in it. */
function fence(mark: string, code: string, space: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const marks = mark.padEnd(longest + 1, "`");
  return marks + space + code + space + marks;
}
