import { Navigate, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { ChatScreen } from "#app/features/character-chats/chat-screen.tsx";
import { onlyForAnother } from "#app/features/layout/route-settings.ts";
import { withNotice } from "#app/ui/redirect-notices.ts";
import { allowsAdult } from "#domain/adult-content.ts";
import { AppError } from "#domain/errors.ts";
import { guessTextLanguage } from "#domain/language.ts";
import { MESSAGES_AT_FIRST } from "#domain/message.ts";
import type { Route } from "./+types/chat";

const AWAY = withNotice("/characters", "chat-not-loaded");

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { accounts, chats, settings } = context.get(servicesContext);
  try {
    const before = url.searchParams.get("before");
    const { chat, page } = await chats.open(
      params.chatId,
      before === null ? { limit: MESSAGES_AT_FIRST, withPlace: true } : { before },
    );
    const isAdultOff = chat.isNSFW && !allowsAdult(await accounts.ensure());
    const language = guessTextLanguage(page.messages);
    return { chat, page, language, canPaint: settings.AI_IMAGE_PROVIDER !== "none", isAdultOff };
  } catch (error) {
    if (error instanceof AppError) throw redirect(AWAY);
    throw error;
  }
}

export const shouldRevalidate = onlyForAnother("chatId");

export default function Chat({ loaderData }: Route.ComponentProps) {
  return <ChatScreen key={loaderData.chat.chatId} {...loaderData} />;
}

export function ErrorBoundary() {
  return <Navigate to={AWAY} replace />;
}
