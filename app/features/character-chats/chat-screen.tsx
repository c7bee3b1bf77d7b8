import { MessageCircle } from "lucide-react";
import { type ReactNode, useState } from "react";
import { asFailure } from "#app/features/api/call-api.ts";
import { showIfLimit } from "#app/features/billing/limit-notice.tsx";
import { type Pictured, Portrait } from "#app/features/characters/portrait.tsx";
import { BackLink } from "#app/features/conversation/back-link.tsx";
import { useConversationSheets } from "#app/features/conversation/conversation-sheets.tsx";
import { useKeptPlace } from "#app/features/conversation/list/kept-place.ts";
import { AdultOffNote, Messages } from "#app/features/conversation/list/messages.tsx";
import { SpokenReply } from "#app/features/conversation/list/spoken-reply.tsx";
import { TextLanguage, useTextLanguage } from "#app/features/conversation/list/text-language.ts";
import { findMessagesAbove, isBusy } from "#app/features/conversation/live/conversation-selectors.ts";
import { useConversation } from "#app/features/conversation/live/use-conversation.ts";
import { useReplyNotification } from "#app/features/conversation/reply-notifications.ts";
import { LOGIN_TO_SEND, useEndings } from "#app/features/conversation/use-endings.ts";
import { FAILED_IN_CHAT, useFailures } from "#app/features/conversation/use-failures.ts";
import { SkipLink } from "#app/features/layout/page.tsx";
import { withNotice } from "#app/ui/redirect-notices.ts";
import { showError } from "#app/ui/show-toast.tsx";
import { CHAT_TITLE_FALLBACK, type ChatRecord, toDefaultTitle } from "#domain/chat.ts";
import { isPassage, type MessagePage } from "#domain/message.ts";
import { ChatBar } from "./chat-bar.tsx";
import { askForPicture, fetchLatestChat, toFacts } from "./chat-calls.ts";
import { CHAT_LOOK } from "./chat-look.tsx";
import { ChatMenu } from "./chat-menu.tsx";
import styles from "./chat-screen.module.css";
import { SpeechContext, useSpeech } from "./use-speech.ts";

type ChatScreenProps = {
  chat: ChatRecord;
  page: MessagePage;
  /** Of its text; `null`: not known. */
  language: string | null;
  /** Whether there is an image model. */
  canPaint: boolean;
  /** It has adult content, which the person has switched off since. */
  isAdultOff: boolean;
};

/** A chat with a character. Keyed by the chat's id. */
export function ChatScreen({ chat, page, canPaint, isAdultOff, language: known }: ChatScreenProps) {
  const { chatId, character } = chat;
  const [isDeleting, setDeleting] = useState(false);
  const conversation = useConversation({
    id: chatId,
    subject: "chat",
    // Somebody of a story greets from its scene.
    begins: chat.metadata.story !== null,
    fetchLatest: fetchLatestChat,
    isDeleting,
    page,
    messageCount: chat.metadata.messageCount,
    ...toFacts(chat),
  });
  const { state } = conversation;
  const language = useTextLanguage({ page, language: known }, state.messages);
  const [config, setConfig] = useState(chat.metadata.config);
  const failures = useFailures(conversation, FAILED_IN_CHAT);
  const picture = usePicture(chatId);
  const speech = useSpeech(findMessagesAbove(state), language ?? "en");
  useEndings(conversation, {
    path: `/character-chats/${chatId}`,
    goneTo: withNotice("/characters", "chat-not-loaded"),
    loginToContinue: LOGIN_TO_SEND,
    isDeleting,
  });
  const kept = useKeptPlace(conversation, page.place);
  useReplyNotification(state, `${character.name} has answered.`);
  const { buttons, entries, ...over } = useConversationSheets({
    conversation,
    look: CHAT_LOOK,
    author: character.name,
    kept,
  });
  const busy = isBusy(state);
  const hasReply = state.messages.some(isPassage);
  return (
    <SpeechContext value={speech}>
      <TextLanguage value={language}>
        <SkipLink to="#message">Skip to the box</SkipLink>
        <ChatHeader title={state.title} character={character}>
          {buttons}
          <ChatMenu
            chat={{ chatId, title: state.title, description: state.description, config }}
            onConfigured={setConfig}
            onDeleting={setDeleting}
          >
            {entries}
          </ChatMenu>
        </ChatHeader>
        <main tabIndex={-1}>
          {over.notice}
          <div className={styles.column}>
            {state.messages.length === 0 && !busy && <EmptyChat name={character.name} />}
            <Messages
              conversation={conversation}
              label={character.name}
              look={CHAT_LOOK}
              kept={kept}
              isGrowing={picture.isPainting}
            >
              {isAdultOff && <AdultOffNote what="chat" />}
              {picture.isPainting && (
                <p
                  className={`${styles.painting} margin-top-16 story-aside muted text-center card-corners`}
                  role="status"
                >
                  A picture of this scene is being made…
                </p>
              )}
            </Messages>
          </div>
          <SpokenReply state={state} busy={busy} voice={character.name} />
        </main>
        <ChatBar
          conversation={conversation}
          failures={failures}
          picture={canPaint ? { canAsk: hasReply && !picture.isPainting, onAsk: picture.ask } : null}
        />
        {over.sheets}
      </TextLanguage>
    </SpeechContext>
  );
}

function EmptyChat({ name }: { name: string }) {
  return (
    <section className={`${styles.empty} stack each-center gap-12 text-center muted break-anywhere`}>
      <MessageCircle size={40} strokeWidth={1.4} aria-hidden="true" />
      <h2 className="text-color">Start the conversation</h2>
      <p>
        Say hello to <bdi>{name}</bdi> to begin chatting
      </p>
    </section>
  );
}

/** Asks for pictures, one at a time. A failure loses nothing, and says what to do. */
function usePicture(chatId: string) {
  const [isPainting, setPainting] = useState(false);
  async function ask(): Promise<void> {
    setPainting(true);
    try {
      await askForPicture(chatId); // the picture itself comes over the live connection
    } catch (error) {
      const failure = asFailure(error);
      if (!showIfLimit(failure))
        showError("The picture could not be made.", { description: failure.message });
    } finally {
      setPainting(false);
    }
  }
  return { isPainting, ask: () => void ask() };
}

const PORTRAIT_PX = 38;

type ChatHeaderProps = { title: string; character: Pictured; children: ReactNode };

/** The header of a chat: the way back, the character, and the menu. It stays at the top while the page scrolls. */
export function ChatHeader({ title, character, children }: ChatHeaderProps) {
  return (
    <header className={`${styles.header} row sticky gap-10 line-below page-color`} data-tips="below">
      <title>{`${title || CHAT_TITLE_FALLBACK} · Talespark`}</title>
      <BackLink to="/characters" label="Back to your characters" />
      <Portrait character={character} width={PORTRAIT_PX} />
      <div className="grow min-width-0">
        <h1 className="name ellipsis" dir="auto">
          {title || CHAT_TITLE_FALLBACK}
        </h1>
        {title !== toDefaultTitle(character.name) && (
          <p className="flex gap-4 note">
            <span className="no-shrink">Chat with</span>
            <bdi className="ellipsis">{character.name}</bdi>
          </p>
        )}
      </div>
      {children}
    </header>
  );
}
