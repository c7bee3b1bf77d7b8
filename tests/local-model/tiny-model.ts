import { writeFileSync } from "node:fs";
import { createRandom } from "#tests/harness/seeded-random.ts";

/** What a model is made of: its size, and the text that it has its words from. */
export type TinyModel = {
  /** Its replies are words of this text in a likely order. */
  prose: string;
  contextTokens?: number;
  /** Thoughts are opened by the chat template, as those of some thinking models do. */
  thinks?: boolean;
};

type MetaValue = number | string | boolean | readonly string[] | Int32Array;

/** The beginning of everything, and the marks around a message. */
const PLAIN_MARKS = ["<|begin|>", "<|im_start|>", "<|im_end|>"];
const THINKING_MARKS = ["<|begin|>", "<|turn|>", "<|close|>"];
const THINK = ["<think>", "</think>"];
/** Token types of the format. */
const NORMAL = 1;
const CONTROL = 3;
const USER_DEFINED = 4;
const WIDTH = 64;
const HIDDEN = 2 * WIDTH;
const HEADS = WIDTH / 16;
/** How much likelier a word is after its neighbour in the prose than after any other. */
const LIKELIHOOD = 30;
/** The end of a text as well, so that it comes after some two hundred words. */
const END_LIKELIHOOD = 33;
/** ChatML; a thinking model has marks of its own and its earlier thoughts in its template, from which the engine knows that it thinks. */
function toChatTemplate([, open, close]: readonly string[], thinks: boolean): string {
  const thoughts =
    "{%- if message.reasoning_content %}{{ '<think>' + message.reasoning_content + '</think>' }}{%- endif %}";
  return `{%- for message in messages %}{{ '${open}' + message.role + '\\n' }}${thinks ? thoughts : ""}{{ message.content + '${close}\\n' }}{%- endfor %}{%- if add_generation_prompt %}{{ '${open}assistant\\n' }}{%- endif %}`;
}

/**
 * Writes a language model as a GGUF file: a Llama of one layer with random weights and a tokenizer of its own (the words of its prose, and
 * the bytes of GPT-2). Only the last matrix is not random: after a word of the prose it makes those likely that follow there, so that replies have
 * words, sentences and an end.
 */
export function writeTinyModel(file: string, options: TinyModel): void {
  const { prose, contextTokens = 4096, thinks = false } = options;
  const random = createRandom(7);
  const marks = thinks ? THINKING_MARKS : PLAIN_MARKS;
  const words = new Set(splitWords(prose).filter((word) => word.length > 1));
  const all = [...VISIBLE, ...marks, ...(thinks ? THINK : []), ...words];
  const ids = new Map(all.map((token, id) => [token, id]));
  const [begin = 0, , end = 0] = marks.map(findId);

  function findId(token: string): number {
    const id = ids.get(token);
    if (id === undefined) throw new Error(`${token} is no token.`);
    return id;
  }

  const embeddings = randomMatrix(all.length, WIDTH, 1, random);
  const weak = 0.02; // so that the layer is at work, but does not drown the word that was read last
  const encode = (word: string) => (ids.has(word) ? [word] : [...toVisible(word)]);
  const paragraphs = prose
    .split(/\n\n+/u)
    .map((paragraph) => splitWords(paragraph).flatMap(encode).map(findId));
  const follows = paragraphs.map((paragraph) => [...paragraph, end]);
  const newLine = findId("Ċ");
  if (!thinks) follows.push(...paragraphs.map(([first = end]) => [newLine, first]));
  else {
    const [open = 0, close = 0] = THINK.map(findId);
    follows.push(...paragraphs.slice(0, 20).map(([first = end]) => [newLine, open, first]));
    follows.push(...paragraphs.slice(0, 20).map(([first = end]) => [findId("."), close, first]));
  }

  const ones = new Float32Array(WIDTH).fill(1);
  const square = () => randomMatrix(WIDTH, WIDTH, weak, random);
  writeGguf(
    file,
    {
      ...describeModel(contextTokens, all.length),
      "tokenizer.ggml.model": "gpt2",
      "tokenizer.ggml.pre": "gpt-2",
      "tokenizer.ggml.tokens": all,
      "tokenizer.ggml.token_type": Int32Array.from(all, (token) => toTokenType(token, marks)),
      "tokenizer.ggml.merges": [],
      "tokenizer.ggml.bos_token_id": begin,
      "tokenizer.ggml.eos_token_id": end,
      "tokenizer.ggml.add_bos_token": false,
      "tokenizer.chat_template": toChatTemplate(marks, thinks),
    },
    [
      ["token_embd.weight", [WIDTH, all.length], embeddings],
      ["output_norm.weight", [WIDTH], ones],
      ["output.weight", [WIDTH, all.length], predictNext({ embeddings, follows, end, count: all.length })],
      ["blk.0.attn_norm.weight", [WIDTH], ones],
      ["blk.0.attn_q.weight", [WIDTH, WIDTH], square()],
      ["blk.0.attn_k.weight", [WIDTH, WIDTH], square()],
      ["blk.0.attn_v.weight", [WIDTH, WIDTH], square()],
      ["blk.0.attn_output.weight", [WIDTH, WIDTH], square()],
      ["blk.0.ffn_norm.weight", [WIDTH], ones],
      ["blk.0.ffn_gate.weight", [WIDTH, HIDDEN], randomMatrix(HIDDEN, WIDTH, weak, random)],
      ["blk.0.ffn_up.weight", [WIDTH, HIDDEN], randomMatrix(HIDDEN, WIDTH, weak, random)],
      ["blk.0.ffn_down.weight", [HIDDEN, WIDTH], randomMatrix(WIDTH, HIDDEN, weak, random)],
    ],
  );
}

function toTokenType(token: string, marks: readonly string[]): number {
  if (marks.includes(token)) return CONTROL;
  return [...token].length > 1 ? USER_DEFINED : NORMAL;
}

type Prediction = {
  embeddings: Float32Array;
  follows: number[][];
  end: number;
  count: number;
};

/** The last matrix: the sum of the embeddings of the tokens that each token follows. */
function predictNext({ embeddings, follows, end, count }: Prediction): Float32Array {
  const counts = new Map<number, Map<number, number>>();
  for (const text of follows) {
    for (const [at, token] of text.slice(1).entries()) {
      const before = text[at] ?? 0;
      const known = counts.get(token) ?? new Map<number, number>();
      counts.set(token, known.set(before, (known.get(before) ?? 0) + 1));
    }
  }
  const matrix = new Float32Array(count * WIDTH);
  for (const [token, befores] of counts) {
    const norm = Math.hypot(...befores.values());
    const likelihood = token === end ? END_LIKELIHOOD : LIKELIHOOD;
    for (const [before, times] of befores) {
      for (let at = 0; at < WIDTH; at += 1) {
        const value = embeddings[before * WIDTH + at] ?? 0;
        const index = token * WIDTH + at;
        matrix[index] = (matrix[index] ?? 0) + (likelihood / WIDTH) * (times / norm) * value;
      }
    }
  }
  return matrix;
}

function describeModel(contextTokens: number, count: number): Record<string, MetaValue> {
  return {
    "general.architecture": "llama",
    "general.name": "tiny",
    "llama.context_length": contextTokens,
    "llama.embedding_length": WIDTH,
    "llama.block_count": 1,
    "llama.feed_forward_length": HIDDEN,
    "llama.attention.head_count": HEADS,
    "llama.attention.head_count_kv": HEADS,
    "llama.attention.layer_norm_rms_epsilon": 1e-5,
    "llama.rope.dimension_count": 16,
    "llama.vocab_size": count,
  };
}

function splitWords(text: string): string[] {
  return text.match(/ ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu) ?? [];
}

/** The visible character of each byte: its own if it has one, else the next after the first 256. */
const VISIBLE = (() => {
  let further = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isOwn = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    return String.fromCodePoint(isOwn ? byte : further++);
  });
})();

function toVisible(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => VISIBLE[byte]).join("");
}

function randomMatrix(rows: number, columns: number, size: number, random: () => number): Float32Array {
  return Float32Array.from({ length: rows * columns }, () => (2 * random() - 1) * size);
}

type Tensor = [name: string, shape: number[], values: Float32Array];

const ALIGNMENT = 32;
/** Types of the format: of its metadata, and of its tensors. */
const META = { int32: 5, uint32: 4, float32: 6, bool: 7, string: 8, array: 9 };
const F32 = 0;

/** https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, version 3. */
function writeGguf(file: string, meta: Record<string, MetaValue>, tensors: Tensor[]): void {
  const parts: Buffer[] = [
    Buffer.from("GGUF"),
    uint32(3),
    uint64(tensors.length),
    uint64(Object.keys(meta).length),
  ];
  for (const [key, value] of Object.entries(meta)) parts.push(string(key), metaValue(key, value));
  const data: Buffer[] = [];
  let offset = 0;
  for (const [name, shape, values] of tensors) {
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    parts.push(string(name), uint32(shape.length), ...shape.map(uint64), uint32(F32), uint64(offset));
    data.push(bytes, Buffer.alloc(padding(bytes.length)));
    offset += bytes.length + padding(bytes.length);
  }
  const head = Buffer.concat(parts);
  writeFileSync(file, Buffer.concat([head, Buffer.alloc(padding(head.length)), ...data]));
}

function metaValue(key: string, value: MetaValue): Buffer {
  if (typeof value === "string") return Buffer.concat([uint32(META.string), string(value)]);
  if (typeof value === "boolean") return Buffer.concat([uint32(META.bool), Buffer.from([value ? 1 : 0])]);
  if (typeof value === "number") {
    if (!key.endsWith("epsilon")) return Buffer.concat([uint32(META.uint32), uint32(value)]);
    return Buffer.concat([uint32(META.float32), Buffer.from(Float32Array.of(value).buffer)]);
  }
  const head = (type: number) => [uint32(META.array), uint32(type), uint64(value.length)];
  if (value instanceof Int32Array) return Buffer.concat([...head(META.int32), Buffer.from(value.buffer)]);
  return Buffer.concat(head(META.string).concat(value.map(string)));
}

function string(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function padding(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
}
