/*
 * `npm run story -- --genre mystery --exchanges 10`: writes a whole story with the configured engine and the
 * Worker's prompts, and prints it. The person's part is the engine's suggestion, printed as a quotation.
 *
 *   --genre NAME          one of the genres, in any case (default: mystery)
 *   --exchanges N         how many after the opening (default: 10)
 *   --sub-genre, --categories A,B, --tropes A,B, --setting, --character, --description
 *                         as in the form for a new story; the engine fills in what is absent
 *   --length NAME         short, medium, long or ongoing (default: short)
 *   --seed N              another story from the same facts, if the engine supports seeds
 */
import { parseArgs } from "node:util";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import * as v from "valibot";
import { GENRES } from "#domain/genres.ts";
import { MESSAGE_MAX } from "#domain/message.ts";
import { STORY_LENGTH_VALUES, type StoryBrief } from "#domain/story-record.ts";
import { type NewStory, newStorySchema, TITLE_MAX } from "#domain/story-schemas.ts";
import { buildFormFillPrompt, formFillAnswerSchema } from "#workers/ai/prompts/form-fill.ts";
import { buildStoryPrompt, type StoryPassage } from "#workers/ai/prompts/story-prompt.ts";
import { buildSuggestionPrompt } from "#workers/ai/prompts/suggestion.ts";
import { buildTitlePrompt } from "#workers/ai/prompts/title.ts";
import { streamReply } from "#workers/ai/stream-reply.ts";
import { askStructured, askText } from "#workers/ai/structured.ts";
import { LocalServices } from "./local-services.ts";
import { Processes } from "./processes.ts";
import { Refusal, runCommand } from "./refusal.ts";
import { readSettings } from "./settings.ts";
import { listenForShutdown } from "./shutdown.ts";
import { provideTextModel } from "./worker-vars.ts";

const EXCHANGES_MOST = 200;

const optionsSchema = v.object({
  genre: v.pipe(
    v.string(),
    v.transform(
      (name) =>
        GENRES.find(
          (genre) => genre.toLowerCase().replace(/\s/gu, "-") === name.toLowerCase().replace(/\s/gu, "-"),
        ) ?? name,
    ),
    v.picklist(GENRES, `must be one of ${GENRES.join(", ")}`),
  ),
  exchanges: v.pipe(
    v.string(),
    v.regex(/^\d+$/u, "must be a whole number"),
    v.transform(Number),
    v.maxValue(EXCHANGES_MOST, `must be at most ${EXCHANGES_MOST}`),
  ),
  length: v.picklist(STORY_LENGTH_VALUES, `must be one of ${STORY_LENGTH_VALUES.join(", ")}`),
  seed: v.optional(v.pipe(v.string(), v.regex(/^\d+$/u, "must be a whole number"), v.transform(Number))),
});

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      genre: { type: "string", default: "mystery" },
      exchanges: { type: "string", default: "10" },
      length: { type: "string", default: "short" },
      seed: { type: "string" },
      "sub-genre": { type: "string" },
      categories: { type: "string" },
      tropes: { type: "string" },
      setting: { type: "string" },
      character: { type: "string" },
      description: { type: "string" },
    },
  });
  const options = parsed(optionsSchema, values);
  const settings = readSettings();
  const processes = new Processes(settings.STATE_DIR, () => {});
  const { asked } = listenForShutdown(() => processes.kill());
  try {
    // no delay between chunks
    process.env["DELAY_MS"] ??= "0";
    const engine = await provideTextModel(settings, new LocalServices(processes, settings.PORT));
    const model = createOpenAICompatible({
      name: "openai-compatible",
      baseURL: engine.baseUrl,
      ...(settings.AI_API_KEY === undefined ? {} : { apiKey: settings.AI_API_KEY }),
      supportsStructuredOutputs: true,
      ...(options.seed === undefined
        ? {}
        : { transformRequestBody: (body) => ({ ...body, seed: options.seed }) }),
    }).chatModel(engine.model);
    const story = await completed(model, options, values, asked);
    process.stdout.write(
      `${story.genre}, ${story.storyLength} — written by ${engine.name} (${engine.model})\n`,
    );
    process.stdout.write(`Character: ${story.character}\nDescription: ${story.description}\n\n`);
    await tell(model, toBrief(story), options.exchanges, asked);
  } finally {
    await processes.stop();
  }
});

type Given = Partial<
  Record<"sub-genre" | "categories" | "tropes" | "setting" | "character" | "description", string>
>;

/** The new-story form: values from the command line, the rest filled in by the engine as in the dialog. */
async function completed(
  model: LanguageModelV4,
  options: v.InferOutput<typeof optionsSchema>,
  given: Given,
  signal: AbortSignal,
): Promise<NewStory> {
  const form = {
    genre: options.genre,
    subGenre: given["sub-genre"] ?? null,
    categories: splitList(given.categories),
    tropes: splitList(given.tropes),
    character: given.character ?? "",
    description: given.description ?? "",
    storyLength: options.length,
  };
  const found =
    form.character !== "" && form.description !== ""
      ? null
      : await askStructured(
          model,
          buildFormFillPrompt(form, { genres: [form.genre], lengths: [form.storyLength] }),
          formFillAnswerSchema,
          { signal },
        );
  return parsed(newStorySchema, {
    ...form,
    subGenre: form.subGenre ?? found?.subGenre ?? null,
    categories: form.categories.length > 0 ? form.categories : (found?.categories ?? []),
    tropes: form.tropes.length > 0 ? form.tropes : (found?.tropes ?? []),
    character: form.character || found?.character,
    description: form.description || found?.description,
    setting: given.setting ?? "",
  });
}

async function tell(
  model: LanguageModelV4,
  begun: StoryBrief,
  exchanges: number,
  signal: AbortSignal,
): Promise<void> {
  let brief = begun;
  const passages: StoryPassage[] = [];
  for (let done = 0; done <= exchanges && !signal.aborted; done++) {
    const pace = { exchanges: Math.max(done - 1, 0) };
    if (done > 0) {
      const action = await askText(model, buildSuggestionPrompt({ brief, passages, pace }), {
        signal,
        maxLength: MESSAGE_MAX,
      });
      if (action === null) throw new Refusal("The engine gave no suggestion.");
      passages.push({ role: "user", content: action });
      process.stdout.write(`${action.replace(/^/gmu, "> ")}\n\n`);
    }
    const ask = done === 0 ? ({ kind: "opening" } as const) : ({ kind: "passage" } as const);
    let text = "";
    for await (const piece of streamReply({
      model,
      messages: buildStoryPrompt({ brief, passages, pace, ask }),
      signal,
    })) {
      text += piece;
      process.stdout.write(piece);
    }
    process.stdout.write("\n\n");
    passages.push({ role: "assistant", content: text });
    if (done > 0) continue;
    const title = await askText(model, buildTitlePrompt(brief, text), { signal, maxLength: TITLE_MAX });
    if (title !== null) brief = { ...brief, title };
    process.stdout.write(`[Title: ${brief.title}]\n\n`);
  }
}

function toBrief(story: NewStory): StoryBrief {
  return { ...story, storyId: "story", title: story.title || "New Story" };
}

function splitList(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function parsed<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw new Refusal(`--${v.getDotPath(issue) ?? "option"}: ${issue.message}.`);
}
