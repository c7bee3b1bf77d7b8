import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { OlderPages } from "#app/ui/older-pages.tsx";

function findLink(next: string | null): string | undefined {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={["/deleted?people=a&chats=b"]}>
      <OlderPages things="deleted chats" parameter="chats" next={next} isFirstPage={false} />
    </MemoryRouter>,
  );
  return /href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
}

it("of two lists on a page each goes on and back by itself", () => {
  expect(findLink("c")).toBe("/deleted?people=a&chats=c");
  expect(findLink(null)).toBe("/deleted?people=a");
});
