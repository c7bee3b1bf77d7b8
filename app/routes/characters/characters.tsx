import { requireUser, servicesContext } from "#app/context.ts";
import { CharactersScreen } from "#app/features/characters/characters-screen.tsx";
import {
  CHARACTERS_A_PAGE,
  CHARACTERS_LOADING_FAILED,
  findCharacterSort,
} from "#app/features/characters/use-characters.ts";
import { Page } from "#app/features/layout/page.tsx";
import { Fault } from "#app/features/layout/page-fault.tsx";
import { allowsAdult } from "#domain/adult-content.ts";
import { INITIAL_CHARACTER_SORT } from "#domain/character.ts";
import type { Route } from "./+types/characters";

/** Stories that the filter offers. */
const STORIES_FOR_FILTER = 100;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { characters, chats, stories, settings } = context.get(servicesContext);
  const sort = findCharacterSort(url.search) ?? INITIAL_CHARACTER_SORT;
  const details = { chats: true, stories: true };
  const [user, grid, storyCharacterCount, own, deleted, deletedChats] = await Promise.all([
    requireUser(context),
    characters.list({ section: "grid", sort, limit: CHARACTERS_A_PAGE, details }),
    characters.count("story"),
    stories.list({ limit: STORIES_FOR_FILTER }),
    characters.deleted({ limit: 1 }),
    chats.deleted({ limit: 1 }),
  ]);
  return {
    userId: user.id,
    tier: user.tier,
    page: { characters: grid.records, next: grid.next },
    sort,
    storyCharacterCount,
    stories: own.records.map(({ storyId, title }) => ({ storyId, title })),
    canWriteAdult: allowsAdult(user),
    canPaint: settings.AI_IMAGE_PROVIDER !== "none",
    hasDeleted: deleted.records.length + deletedChats.records.length > 0,
  };
}

export const meta: Route.MetaFunction = () => [{ title: "Character Chats · Talespark" }];

export default function Characters({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <CharactersScreen {...loaderData} />
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Fault title={CHARACTERS_LOADING_FAILED} lead="They are safe: only this page could not fetch them." />
  );
}
