import {
  type ChatHistoryItem,
  type ChatWrapper,
  type GbnfJsonObjectSchema,
  getLlama,
  InsufficientMemoryError,
  type Llama,
  LlamaChat,
  type LlamaContext,
  type LlamaContextSequence,
  type LlamaGrammar,
  LlamaLogLevel,
  type LlamaModel,
  resolveChatWrapper,
  type Token,
} from "node-llama-cpp";
import { type JsonSchema, toGrammarSchema } from "./grammar-schema.ts";
import { chooseState, countShared, Turns } from "./sequences.ts";

export type EngineOptions = {
  /** A GGUF file. */
  file: string;
  /** How many tokens a conversation has at most. */
  contextTokens: number;
  /** How many conversations are kept at most; fewer, but at least two, where there is less memory. */
  conversations: number;
  /** Whether a graphics card may be used. */
  gpu: boolean;
  /** Threads of the processor; 0: as many as are good for it. */
  threads: number;
};

export type Message = { role: "system" | "user" | "assistant"; content: string };

/** What is asked for. `null` and absent is the engine's default. */
export type Task = {
  messages: readonly Message[];
  maxTokens: number | null;
  stop: readonly string[];
  seed: number | null;
  temperature: number;
  topP: number;
  topK: number;
  minP: number;
  /** 1: none. */
  repetitionPenalty: number;
  presencePenalty: number;
  frequencyPenalty: number;
  /** The schema of an answer in JSON. */
  schema: JsonSchema | null;
};

export type Piece = { kind: "text" | "thought"; text: string };

/** How a task ended. `read`: tokens of the prompt that the engine had to read, the others it had kept. */
export type Report = {
  finish: "stop" | "length";
  promptTokens: number;
  read: number;
  written: number;
  readMs: number;
  writeMs: number;
};

/** What the engine is at; `null`: nothing. `written` is 0 while it reads the prompt. */
export type Progress = { promptTokens: number; read: number; written: number };

/** A prompt that is longer than the context. */
export class ContextOverflow extends Error {
  override readonly name = "ContextOverflow";
  readonly promptTokens: number;
  readonly contextTokens: number;

  constructor(promptTokens: number, contextTokens: number) {
    super("the request exceeds the available context size, try increasing it");
    this.promptTokens = promptTokens;
    this.contextTokens = contextTokens;
  }
}

/** A closed request is noticed between two pieces of a prompt, so each should take about this time. */
const PIECE_MS = 100;
/** Fewer tokens at once cost the processor more than they save. */
const PIECE_LEAST = 16;
/** How much longer a token may take with each piece than with the fastest one. */
const FORGETTING = 1.05;
const CONTEXT_LEAST = 2_048;
/** The engine stops this many tokens before its context is full. It would drop the beginning of the prompt otherwise. */
const SPARE_TOKENS = 4;
const GRAMMARS_KEPT = 16;

type Place = { sequence: LlamaContextSequence; chat: LlamaChat; usedAt: number };

/** A language model in this process. It writes one answer at a time, and keeps what it has read of several conversations. */
export class Engine {
  readonly contextTokens: number;
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #wrapper: ChatWrapper;
  readonly #places: Place[];
  readonly #turns = new Turns();
  readonly #grammars = new Map<string, LlamaGrammar>();
  #pieceTokens = PIECE_LEAST;
  /** Milliseconds to read one token, of the fastest pieces lately: the others had to wait for the processor. */
  #readingMs = Number.POSITIVE_INFINITY;
  #progress: Progress | null = null;

  private constructor(llama: Llama, model: LlamaModel, context: LlamaContext) {
    this.#llama = llama;
    this.#model = model;
    this.#wrapper = resolveChatWrapper(model);
    this.contextTokens = context.contextSize;
    this.#places = Array.from({ length: context.totalSequences }, () => {
      const sequence = context.getSequence();
      return {
        sequence,
        chat: new LlamaChat({ contextSequence: sequence, chatWrapper: this.#wrapper }),
        usedAt: 0,
      };
    });
  }

  static async load({ file, contextTokens, conversations, gpu, threads }: EngineOptions): Promise<Engine> {
    const llama = await getLlama({
      ...(gpu ? {} : { gpu: false }),
      build: "never", // the binary is a package: nothing is downloaded or compiled
      skipDownload: true,
      logLevel: LlamaLogLevel.error,
      maxThreads: threads,
    });
    const model = await llama.loadModel({ modelPath: file });
    const most = Math.min(contextTokens, model.trainContextSize);
    // One thread less than cores: if another program needs one, all threads wait for the slowest.
    const used = threads > 0 ? threads : Math.max(1, llama.cpuMathCores - 1);
    // Without the full cache a model with a sliding window can't go back to the end of a common beginning.
    const options = { threads: used, swaFullCache: true };
    for (let sequences = conversations; ; sequences -= 1) {
      const contextSize = sequences > 2 ? most : { min: Math.min(CONTEXT_LEAST, most), max: most };
      try {
        return new Engine(llama, model, await model.createContext({ ...options, sequences, contextSize }));
      } catch (error) {
        if (!(error instanceof InsufficientMemoryError) || sequences <= 2) throw error;
      }
    }
  }

  /** How many conversations it keeps. */
  get conversations(): number {
    return this.#places.length;
  }

  get progress(): Progress | null {
    return this.#progress;
  }

  get waiting(): number {
    return this.#turns.waiting;
  }

  tokenize(text: string): number[] {
    return this.#model.tokenize(text);
  }

  /** Writes an answer; throws a `ContextOverflow`, or the signal's reason as soon as it aborts. */
  async write(task: Task, signal: AbortSignal, onPiece: (piece: Piece) => void): Promise<Report> {
    const history = toHistory(task.messages);
    const prompt = this.#toPrompt(history);
    const room = this.contextTokens - prompt.length - SPARE_TOKENS;
    if (room < 1) throw new ContextOverflow(prompt.length, this.contextTokens);
    const leave = await this.#turns.take(signal);
    this.#progress = { promptTokens: prompt.length, read: 0, written: 0 };
    try {
      return await this.#write(task, { history, prompt, room, signal, onPiece }, this.#progress);
    } finally {
      this.#progress = null;
      leave();
    }
  }

  #toPrompt(history: ChatHistoryItem[]): Token[] {
    const { contextText } = this.#wrapper.generateContextState({ chatHistory: history });
    return contextText.tokenize(this.#model.tokenizer);
  }

  /** The beginning of a prompt up to the first words that anybody says. */
  #tokenizeRules({ messages }: Task): Token[] {
    const rules = messages.slice(
      0,
      messages.findIndex(({ role }) => role !== "system"),
    );
    return this.#toPrompt(toHistory([...rules, { role: "user", content: "" }]));
  }

  async #write(
    task: Task,
    { history, prompt, room, signal, onPiece }: PreparedTask,
    progress: Progress,
  ): Promise<Report> {
    const startedAt = performance.now();
    const states = this.#places.map(({ sequence, usedAt }) => ({ tokens: sequence.contextTokens, usedAt }));
    const place = this.#places[chooseState(states, prompt, countShared(this.#tokenizeRules(task), prompt))];
    if (place === undefined) throw new Error("The engine has no place for a conversation.");
    place.usedAt = startedAt;
    const meter = place.sequence.tokenMeter.getState();
    await this.#read(place.sequence, prompt, progress, signal);
    let writingSince = 0;
    const grammar = task.schema === null ? null : await this.#findGrammar(task.schema);
    const { metadata } = await place.chat.generateResponse(history, {
      signal,
      stopOnAbortSignal: true,
      maxTokens: Math.min(task.maxTokens ?? room, room),
      temperature: task.temperature,
      topP: task.topP,
      topK: task.topK,
      minP: task.minP,
      ...(task.seed === null ? {} : { seed: task.seed }),
      repeatPenalty: toPenalty(task),
      contextShift: { size: 1 },
      ...(task.stop.length === 0 ? {} : { customStopTriggers: task.stop }),
      ...(grammar === null ? {} : { grammar }),
      onResponseChunk({ type, text }) {
        if (writingSince === 0) writingSince = performance.now();
        progress.written += 1;
        if (text !== "") onPiece({ kind: type === "segment" ? "thought" : "text", text });
      },
    });
    signal.throwIfAborted();
    const used = place.sequence.tokenMeter.diff(meter);
    const endedAt = performance.now();
    return {
      finish: metadata.stopReason === "maxTokens" ? "length" : "stop",
      promptTokens: prompt.length,
      // The last token of a prompt is counted with the first one that is written.
      read: used.usedInputTokens + 1,
      written: used.usedOutputTokens,
      readMs: (writingSince || endedAt) - startedAt,
      writeMs: endedAt - (writingSince || endedAt),
    };
  }

  /** Reads a prompt but for its last token, in pieces. */
  async #read(
    sequence: LlamaContextSequence,
    prompt: Token[],
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const last = prompt.length - 1;
    await sequence.adaptStateToTokens(prompt.slice(0, last), false);
    progress.read = sequence.nextTokenIndex;
    while (progress.read < last) {
      signal.throwIfAborted();
      const piece = prompt.slice(progress.read, Math.min(last, progress.read + this.#pieceTokens));
      const before = performance.now();
      await sequence.evaluateWithoutGeneratingNewTokens(piece);
      progress.read = sequence.nextTokenIndex;
      this.#readingMs = Math.min((performance.now() - before) / piece.length, FORGETTING * this.#readingMs);
      const most = Math.min(PIECE_MS / this.#readingMs, 2 * this.#pieceTokens, sequence.context.batchSize);
      this.#pieceTokens = Math.max(PIECE_LEAST, Math.floor(most));
    }
  }

  async #findGrammar(schema: JsonSchema): Promise<LlamaGrammar> {
    const key = JSON.stringify(schema);
    const known = this.#grammars.get(key);
    if (known !== undefined) return known;
    const grammar = await this.#llama.createGrammarForJsonSchema(
      toGrammarSchema(schema) as GbnfJsonObjectSchema,
    );
    if (this.#grammars.size >= GRAMMARS_KEPT) this.#grammars.clear();
    this.#grammars.set(key, grammar);
    return grammar;
  }

  async dispose(): Promise<void> {
    await this.#llama.dispose();
  }
}

type PreparedTask = {
  history: ChatHistoryItem[];
  prompt: Token[];
  /** How many tokens the answer may have. */
  room: number;
  signal: AbortSignal;
  onPiece: (piece: Piece) => void;
};

/** The messages, and the answer that is not written yet. */
function toHistory(messages: readonly Message[]): ChatHistoryItem[] {
  const history = messages.map(({ role, content }): ChatHistoryItem => {
    if (role === "assistant") return { type: "model", response: [content] };
    return { type: role, text: content };
  });
  return history.at(-1)?.type === "model" ? history : [...history, { type: "model", response: [""] }];
}

function toPenalty({ repetitionPenalty, presencePenalty, frequencyPenalty }: Task) {
  if (repetitionPenalty === 1 && presencePenalty === 0 && frequencyPenalty === 0) return false;
  return { penalty: repetitionPenalty, presencePenalty, frequencyPenalty };
}
