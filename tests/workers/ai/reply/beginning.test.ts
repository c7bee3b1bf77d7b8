import { describe, expect, it } from "vitest";
import PROSE from "#tests/tools/prose.json";
import NOVEL_PAGES from "#tests/workers/ai/cast/novel-pages.json";
import { ReplyText } from "#workers/ai/reply/reply-text.ts";
import { chatSpeakers, pass, storySpeakers } from "./pass.ts";

const STORY = "The rain had stopped. Mara looked up from the ledger.";

describe("a preamble", () => {
  it.each([
    "Sure, here is the next part of the story:\n\n",
    "Sure! Here's the next passage:\n",
    "Here's the next part:\n\n",
    "Here is the opening chapter:\n\n---\n\n",
    "**Here’s the continuation of your story:**\n\n",
    "Certainly!\n\nHere is the next scene:\n\n",
    "Of course! I'll continue the story.\n\n",
    "I'd be happy to continue the story!\n\n",
    "Absolutely, here is the next part: ",
    "Okay, here's a different version of the passage:\n\n***\n",
    "Gerne! Hier ist die Fortsetzung der Geschichte:\n\n",
    "Natürlich, hier ist der nächste Abschnitt:\n\n",
    "Bien sûr ! Voici la suite de l'histoire :\n\n",
    "Voici le prochain passage :\n\n",
    "¡Claro! Aquí está la continuación:\n\n".slice(1),
    "Aquí tienes la siguiente parte de la historia:\n\n",
    "Certo, ecco il seguito della storia:\n\n",
    "Claro! Aqui está a continuação:\n\n",
    "Natuurlijk, hier is het vervolg van het verhaal:\n\n",
    "Конечно! Вот продолжение истории:\n\n",
    "好的，以下是故事的下一部分：\n\n",
    "もちろん、以下は物語の続きです：\n\n",
    "물론입니다. 다음은 이야기의 다음 부분입니다:\n\n",
    "Narrator: ",
    "**Next passage:** ",
    "Assistant: ",
  ])("%j is taken off", (preamble) => {
    expect(pass(preamble + STORY)).toEqual({ text: STORY, cut: null });
  });

  it("is taken off a whole long passage that comes in one piece", () => {
    const passage = Array.from({ length: 100 }, (_, index) => `On day ${index} the boats stayed in.`).join(
      " ",
    );
    expect(pass(`Here is the next part of the story:\n\n${passage}`)).toEqual({ text: passage, cut: null });
  });

  it.each([
    "“Sure, here is your coat,” she says, and holds it out.",
    "Sure, here is your coat.\n\nShe holds it out to you without a word.",
    "Of course.\n\nOf course it had to be raining.",
    "Sure as the tide, the bell rang.",
    "Here is the part of town where nobody asks.\n\nYou walk faster.",
    "Here's the thing about lighthouses: they are never empty.\n\nYou know that.",
    "Here is what the letter said:\n\nCome at once.",
    "Okay.\n\nYou breathe out.",
    "Great doors of bronze stood open.",
    "Hier ist es still.\n\nDu wartest.",
    "Voici la mer:\n\nelle attend.",
    "Claro de luna sobre el puerto.\n\nEsperas.",
    "This is the end of the road.\n\nYou stop.",
    "Narrators lie: that is their trade.",
    "Response came there none.",
    "Continuing the climb, you lose a boot.\n\nIt falls for a long time.",
  ])("is not seen in %j", (text) => {
    expect(pass(text)).toEqual({ text, cut: null });
  });

  it("is removed from a character's answer only if it is certain", () => {
    const speakers = chatSpeakers();
    expect(pass("Sure, here is my response in character:\n\nGood evening.", speakers).text).toBe(
      "Good evening.",
    );
    expect(pass("Mara: Good evening.", speakers).text).toBe("Good evening.");
    expect(pass("**Mara:** Good evening.", speakers).text).toBe("Good evening.");
    for (const text of [
      "Sure, here's the story:\n\nOnce there was a harbour.",
      "Of course! Here is the next part:\n\nThe ship sank.",
      "Mara is my name: that is all you need.",
      "Mara? Never heard of her.",
    ]) {
      expect(pass(text, speakers)).toEqual({ text, cut: null });
    }
  });

  it("with the character's name stays if all lines begin with names", () => {
    const speakers = chatSpeakers({ earlier: ["Mara: Yes?\nTom: Nothing."] });
    expect(pass("Mara: Good evening.", speakers).text).toBe("Mara: Good evening.");
  });
});

describe("the person's action", () => {
  const action = "I open the cellar door and call for Tom";

  it.each([
    `${action}.\n\n`,
    `${action}. `,
    `> ${action}\n\n`,
    `“${action}.”\n\n`,
    `I  open the cellar door\nand call for Tom.\n\n`,
    `Player: ${action}\n\n`,
  ])("repeated word for word as %j is taken off", (echo) => {
    expect(pass(echo + STORY, storySpeakers({ action }))).toEqual({ text: STORY, cut: null });
  });

  it.each([
    "You open the cellar door and call for Tom. Nobody answers.",
    "I open the cellar door and call for Tomas, who is asleep.",
    "I open the cellar door and call for Tom, and nobody answers.",
    "I open the cellar",
  ])("is not seen in %j", (text) => {
    expect(pass(text, storySpeakers({ action })).text).toBe(text);
  });

  it("that is short may well come again", () => {
    expect(pass("I run. I run faster.", storySpeakers({ action: "I run." })).text).toBe(
      "I run. I run faster.",
    );
  });
});

describe("a refusal", () => {
  it.each([
    "I'm sorry, but I can't assist with that request.",
    "I’m sorry, but I can’t help with that.",
    "I'm sorry, but I can't continue this story. It contains explicit content.\n\nI can help with something else.",
    "I cannot create explicit content.",
    "I can't write that.",
    "As an AI language model, I am not able to write violent scenes.",
    "Sorry, I can't continue.",
    "I apologize, but I cannot fulfill this request as it goes against my guidelines.",
    "Es tut mir leid, aber ich kann bei dieser Anfrage nicht helfen.",
    "Je suis désolé, mais je ne peux pas répondre à cette demande.",
    "Lo siento, pero no puedo generar ese contenido.",
    "Извините, но я не могу выполнить этот запрос.",
    "抱歉，我无法满足您的请求。",
    "申し訳ありませんが、そのリクエストにはお応えできません。",
    "죄송하지만 해당 요청은 도와드릴 수 없습니다.",
  ])("is told: %j", (text) => {
    expect(pass(text)).toEqual({ text: "", cut: "refusal" });
  });

  it.each([
    "“I'm sorry, but I can't help you with that,” says the guard.",
    "I'm sorry, but I can't let you in, the guard said. It was the third time that night.",
    "I can't see the harbour from here. The fog has taken it, and with it the boats and the men.",
    "Sorry is a small word. You say it to the dark anyway.",
    "I won't go back, you decide. The road ahead is worse, and that helps.",
    `I'm afraid of nothing, you told the captain. ${Array.from({ length: 20 }, (_, day) => `On day ${day} the rain stopped.`).join(" ")}`,
  ])("is not seen in %j", (text) => {
    expect(pass(text).cut).not.toBe("refusal");
    expect(pass(text).text.slice(0, 40)).toBe(text.slice(0, 40));
  });

  it("of a character is no refusal of the model", () => {
    const speakers = chatSpeakers();
    for (const text of [
      "I'm sorry, but I can't talk about that.",
      "I can't help you. The captain forbids it.",
      "Sorry, I can't continue.",
    ]) {
      expect(pass(text, speakers)).toEqual({ text, cut: null });
    }
    expect(pass("I'm sorry, but I can't assist with that request.", speakers).cut).toBe("refusal");
    expect(pass("As an AI language model, I can't roleplay this.", speakers).cut).toBe("refusal");
  });

  it("delays the text by at most two sentences", () => {
    const reply = new ReplyText({ speakers: chatSpeakers() });
    expect(reply.push("I can't sleep.")).toBe("");
    expect(reply.push(" The sea is loud. And")).toBe("I can't sleep. The sea is loud. And");
  });
});

it("no stage touches honest prose, whoever its player is", () => {
  const texts = [
    ...NOVEL_PAGES.map(({ text }) => text),
    ...PROSE.English,
    ...PROSE.Russian,
    ...PROSE.Chinese,
  ];
  for (const [index, text] of texts.entries()) {
    const earlier = texts[index - 1];
    const speakers = { player: "Wren Halloran", earlier: earlier === undefined ? [] : [earlier] };
    for (const each of [storySpeakers(speakers), chatSpeakers(speakers)]) {
      expect(pass(text, each)).toEqual({ text: text.trim(), cut: null });
    }
  }
});
