import { MessageCircle } from "lucide-react";
import { useMemo, useState } from "react";
import { asFailure } from "#app/features/api/call-api.ts";
import { LimitNotice } from "#app/features/billing/limit-notice.tsx";
import { isPlanLimit, type PlanLimit } from "#app/features/billing/limits.ts";
import { toConnectionNotice } from "#app/features/conversation/connection-notice.ts";
import { FAILED_IN_CHAT } from "#app/features/conversation/failure-text.ts";
import { Messages } from "#app/features/conversation/list/messages.tsx";
import { findLastReplyId, isBusy } from "#app/features/conversation/live/conversation-selectors.ts";
import { useConversation } from "#app/features/conversation/live/use-conversation.ts";
import { LOGIN_TO_SEND, useEndings } from "#app/features/conversation/use-endings.ts";
import { useFailures } from "#app/features/conversation/use-failures.ts";
import { useReplyNotification } from "#app/features/settings/reply-notifications.ts";
import { withNotice } from "#app/ui/notices.ts";
import { showError } from "#app/ui/toast.tsx";
import type { ChatRecord } from "#domain/chat.ts";
import type { MessagePage } from "#domain/message.ts";
import { SPARKS_PER_IMAGE } from "#domain/plan.ts";
import { ChatBar } from "./chat-bar.tsx";
import { askForPicture, fetchLatestChat, toFacts } from "./chat-calls.ts";
import { ChatHeader } from "./chat-header.tsx";
import { CHAT_LOOK } from "./chat-look.tsx";
import { ChatMenu } from "./chat-menu.tsx";
import styles from "./chat-screen.module.css";
import { SpeechContext, useSpeech } from "./use-speech.ts";

type ChatScreenProps = {
  chat: ChatRecord;
  page: MessagePage;
  /** Pictures are drawn without an AI model here, and cost nothing. */
  isPictureFree: boolean;
};

/** A chat with a character. Keyed by the chat's id. */
export function ChatScreen({ chat, page, isPictureFree }: ChatScreenProps) {
  const { chatId, character } = chat;
  const idField = useMemo(() => ({ chatId }), [chatId]);
  const [isDeleting, setDeleting] = useState(false);
  const conversation = useConversation({
    id: chatId,
    idField,
    begins: false,
    livePath: `/live/character-chats/${chatId}`,
    apiPath: `/api/character-chats/${chatId}`,
    fetchLatest: fetchLatestChat,
    isDeleting,
    page,
    messageCount: chat.metadata.messageCount,
    ...toFacts(chat),
  });
  const { state } = conversation;
  const [config, setConfig] = useState(chat.metadata.config);
  const { restored, onRestored, limit, onLimitRead, show } = useFailures(conversation, FAILED_IN_CHAT);
  const picture = usePicture(chatId, (reached) => show({ show: "dialog", limit: reached }));
  const speech = useSpeech(state.messages);
  useEndings(conversation, {
    path: `/character-chats/${chatId}`,
    goneTo: withNotice("/characters", "chat-not-loaded"),
    loginToContinue: LOGIN_TO_SEND,
    isDeleting,
  });
  useReplyNotification({
    title: state.title,
    body: `${character.name} has answered.`,
    isBusy: isBusy(state),
    replyId: findLastReplyId(state),
  });
  const busy = isBusy(state);
  const hasReply = state.messages.some(({ role }) => role === "assistant");
  return (
    <SpeechContext value={speech}>
      <ChatHeader title={state.title} character={character}>
        <ChatMenu
          author={character.name}
          chat={{ chatId, title: state.title, description: state.description, config }}
          onConfigured={setConfig}
          onDeleting={setDeleting}
        />
      </ChatHeader>
      <main>
        <div className={styles.column}>
          {state.messages.length === 0 && !busy && <EmptyChat name={character.name} />}
          <Messages
            conversation={conversation}
            label={character.name}
            look={CHAT_LOOK}
            isGrowing={picture.isPainting}
          >
            {picture.isPainting && (
              <p className={styles.painting} role="status">
                {isPictureFree
                  ? "An illustrated portrait is being drawn for this scene…"
                  : "A picture of this scene is being made…"}
              </p>
            )}
          </Messages>
        </div>
      </main>
      <ChatBar
        chatId={chatId}
        busy={busy}
        notice={toConnectionNotice(state.connection)}
        restored={restored}
        onRestored={onRestored}
        onSend={conversation.send}
        onStop={conversation.stop}
        onPicture={hasReply && !picture.isPainting ? picture.ask : null}
        pictureCost={isPictureFree ? "an illustrated portrait, free" : `${SPARKS_PER_IMAGE} Sparks`}
      />
      <LimitNotice limit={limit} onClose={onLimitRead} />
    </SpeechContext>
  );
}

function EmptyChat({ name }: { name: string }) {
  return (
    <div className={styles.empty}>
      <MessageCircle size={40} strokeWidth={1.4} aria-hidden="true" />
      <h2>Start the conversation</h2>
      <p>
        Say hello to <bdi>{name}</bdi> to begin chatting
      </p>
    </div>
  );
}

/** Asks for pictures, one at a time. A failure loses nothing, and says what to do. */
function usePicture(chatId: string, onLimit: (limit: PlanLimit) => void) {
  const [isPainting, setPainting] = useState(false);
  async function ask(): Promise<void> {
    setPainting(true);
    try {
      await askForPicture(chatId); // the picture itself comes over the live line
    } catch (error) {
      const failure = asFailure(error);
      if (isPlanLimit(failure)) onLimit(failure);
      else showError("The picture could not be made.", { description: failure.message });
    } finally {
      setPainting(false);
    }
  }
  return { isPainting, ask: () => void ask() };
}
