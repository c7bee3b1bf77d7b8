import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { ChatHeader } from "#app/features/character-chats/chat-header.tsx";
import { textOf } from "../text-of.tsx";

const emblem = { hue: 255, motif: "tower", layout: "above", style: "sketch" } as const;
const mara = { name: "Mara Voss", metadata: { images: { primary: null }, emblem } };

function headerOf(title: string): string {
  return textOf(
    <MemoryRouter>
      <ChatHeader title={title} character={mara}>
        {null}
      </ChatHeader>
    </MemoryRouter>,
  );
}

test("a chat says with whom it is, also under its usual title, and has a title without one", () => {
  expect(headerOf("At night")).toContain("|At night|Chat with |Mara Voss|");
  expect(headerOf("Chat with Mara Voss")).toContain("|Chat with Mara Voss|Chat with |Mara Voss|");
  expect(headerOf("")).toContain("|Character Chat|Chat with |Mara Voss|");
});
