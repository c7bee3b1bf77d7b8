/** An open model that is offered. Sizes in bytes, memory in gigabytes as it is sold (2^30 bytes). */
export type OfferedModel = {
  /** Its id, by which Talespark knows its family. */
  id: string;
  name: string;
  licence: string;
  bytes: number;
  /** Memory of a machine without a graphics card, and of a card, for the model and two conversations. */
  memory: number;
  card: number;
  contextTokens: number;
  goodFor: string;
  /** Repository, revision and file at Hugging Face; the revision never changes. */
  repository: string;
  revision: string;
  file: string;
  sha256: string;
};

/** From the smallest to the largest. 4-bit files, as Ollama has them by default. */
export const MODELS: readonly OfferedModel[] = [
  {
    id: "qwen2.5-1.5b-instruct",
    name: "Qwen2.5 1.5B Instruct",
    licence: "Apache 2.0",
    bytes: 1_117_320_736,
    memory: 4,
    card: 3,
    contextTokens: 8_192,
    goodFor: "trying it out: short scenes, simple sentences",
    repository: "Qwen/Qwen2.5-1.5B-Instruct-GGUF",
    revision: "91cad51170dc346986eccefdc2dd33a9da36ead9",
    file: "qwen2.5-1.5b-instruct-q4_k_m.gguf",
    sha256: "6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e",
  },
  {
    id: "qwen3-4b-instruct-2507",
    name: "Qwen3 4B Instruct",
    licence: "Apache 2.0",
    bytes: 2_497_280_736,
    memory: 8,
    card: 6,
    contextTokens: 8_192,
    goodFor: "short stories in many languages; forgets details",
    repository: "bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF",
    revision: "ae44f08e1392f39c0e474af10c3ff8355c8b6688",
    file: "Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf",
    sha256: "2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e",
  },
  {
    id: "mistral-nemo-instruct-2407",
    name: "Mistral Nemo 12B Instruct",
    licence: "Apache 2.0",
    bytes: 7_477_208_192,
    memory: 16,
    card: 12,
    contextTokens: 8_192,
    goodFor: "long stories; slow without a graphics card",
    repository: "bartowski/Mistral-Nemo-Instruct-2407-GGUF",
    revision: "a2dd64a0a76ea1bdb2bb6ab6fa5496b003c7c908",
    file: "Mistral-Nemo-Instruct-2407-Q4_K_M.gguf",
    sha256: "7c1a10d202d8788dbe5628dc962254d10654c853cae6aaeca0618f05490d4a46",
  },
];

/** What counts of a machine, in gigabytes. `card`: memory of its graphics card; 0 if it has none that the engine can use. */
export type Machine = { memory: number; card: number };

/** A machine that was sold with 4 gigabytes reports 3.7: firmware and built-in graphics take some. */
const REPORTED = 0.9;
/** Above this size a processor reads a story too slowly to be proposed, in bytes. */
const SLOW_BYTES = 3_000_000_000;

/** The largest model that runs well on a machine; `null`: there is too little memory for any. */
export function proposeModel(
  models: readonly OfferedModel[],
  { memory, card }: Machine,
): OfferedModel | null {
  const onCard = models.findLast((model) => REPORTED * model.card <= card);
  const onProcessor = models.findLast(
    (model) => REPORTED * model.memory <= memory && model.bytes <= SLOW_BYTES,
  );
  if (onCard === undefined || onProcessor === undefined) return onCard ?? onProcessor ?? null;
  return onCard.bytes > onProcessor.bytes ? onCard : onProcessor;
}

/** Whether the machine can load it at all. */
export function fits(model: OfferedModel, { memory, card }: Machine): boolean {
  return REPORTED * model.memory <= memory || REPORTED * model.card <= card;
}
