import { Download, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { type NavigateFunction, useNavigate } from "react-router";
import { asFailure, attempt } from "#app/features/api/call-api.ts";
import { restoreChat } from "#app/features/characters/character-calls.ts";
import { ConfirmDelete } from "#app/ui/confirm-delete.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { Menu, MenuItem, MoreIcon } from "#app/ui/menu.tsx";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { useStillOpen } from "#app/ui/use-still-open.ts";
import type { ChatConfig } from "#domain/chat.ts";
import { deleteChat, toChangeFailureText } from "./chat-calls.ts";
import type { EditableChat } from "./edit-chat-dialog.tsx";

const TakeOutDialog = makeLazyDialog(
  async () => (await import("#app/features/take-out/take-out-dialog.tsx")).TakeOutDialog,
);
const EditChatDialog = makeLazyDialog(async () => (await import("./edit-chat-dialog.tsx")).EditChatDialog);

type ChatMenuProps = {
  chat: EditableChat;
  onConfigured: (config: ChatConfig) => void;
  /** Called when this menu begins to delete the chat, and when that has failed. */
  onDeleting: (isDeleting: boolean) => void;
  /** More entries, after the first. */
  children?: ReactNode;
};

/** The menu of a chat, on the page of the chat. */
export function ChatMenu({ chat, onConfigured, onDeleting, children }: ChatMenuProps) {
  const [open, setOpen] = useState<"edit" | "take-out" | "delete" | null>(null);
  const { chatId: id, title } = chat;
  const taken = useMemo(
    () => ({ kind: "chat", id, title, apiPath: `/api/character-chats/${id}` }) as const,
    [id, title],
  );
  const navigate = useNavigate();
  const isStillOpen = useStillOpen();
  const close = () => setOpen(null);

  function preload(): void {
    EditChatDialog.preload();
    TakeOutDialog.preload();
    ConfirmDelete.preload();
  }

  async function remove(): Promise<void> {
    onDeleting(true);
    try {
      await deleteChat(chat.chatId);
    } catch (error) {
      onDeleting(false);
      return showError(toChangeFailureText("delete", asFailure(error)));
    }
    if (isStillOpen()) await navigate("/characters");
    showSuccess("Chat deleted successfully", { undo: () => void bringBack(chat.chatId, navigate) });
  }

  return (
    <>
      <Menu label="Chat menu" of={chat.title} icon={<MoreIcon />} onOpen={preload}>
        <MenuItem icon={<Pencil size={18} />} onSelect={() => setOpen("edit")}>
          Edit
        </MenuItem>
        {children}
        <MenuItem icon={<Download size={18} />} onSelect={() => setOpen("take-out")}>
          Take it with you
        </MenuItem>
        <MenuItem icon={<Trash2 size={18} />} danger onSelect={() => setOpen("delete")}>
          Delete
        </MenuItem>
      </Menu>
      <EditChatDialog open={open === "edit"} chat={chat} onClose={close} onConfigured={onConfigured} />
      <TakeOutDialog open={open === "take-out"} subject={taken} onClose={close} />
      <ConfirmDelete
        open={open === "delete"}
        title="Delete Chat"
        name={chat.title}
        text="Are you sure you want to delete this chat? This action cannot be undone."
        onDelete={() => void remove()}
        onClose={close}
      />
    </>
  );
}

/** Undo leads back to the chat, from whichever page it was pressed on. */
async function bringBack(chatId: string, navigate: NavigateFunction): Promise<void> {
  if (!(await attempt("This chat could not be restored.", () => restoreChat(chatId)))) return;
  showSuccess("Chat restored");
  await navigate(`/character-chats/${chatId}`);
}
