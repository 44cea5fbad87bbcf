import type { Reaction } from "@caramelo/contract/messaging/reactions";
import { conversationTexts } from "@caramelo/contract/texts/conversation";
import { type ReactNode, useState } from "react";
import { api } from "~/platform/api.ts";
import { vibrate } from "~/platform/motion.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { LazyPart, lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";
import { giveUpReaction, hopeForReaction, showReaction } from "../sync/cache.ts";
import type { Chat, Message } from "../types.ts";
import type { Link } from "./link-rules.ts";
import type { MessageActions } from "./message-bubble.tsx";

const MessageMenu = lazyPart(() => import("./message-menu.tsx").then((file) => file.MessageMenu));
const LinkDialog = lazyPart(() => import("./link-dialog.tsx").then((file) => file.LinkDialog));

type Options = {
  chat: Chat;
  /** Returns the element that gets the focus. */
  onReply: (message: Message) => HTMLElement | null;
  onReport: (messageIds: string[]) => void;
  onReportFraud: MessageActions["reportFraud"];
};

/** The message menu and the link warning, one of each per conversation. */
export function useMessageActions({ chat: { peer, writing }, onReply, onReport, onReportFraud }: Options) {
  const [menu, setMenu] = useState<{ message: Message; anchor: HTMLElement; isOpen: boolean }>();
  const [link, setLink] = useState<{ link: Link; isOpen: boolean }>();
  usePreload(MessageMenu);
  const mayReact = writing === "open" || writing === "upgrade";
  function giveLove(message: Message) {
    vibrate();
    void reactTo(peer.id, message, toggleLove(message));
  }
  const actions: Omit<MessageActions, "jumpTo"> = {
    openMenu: (message, anchor) => setMenu({ message, anchor, isOpen: true }),
    openLink: (next) => setLink({ link: next, isOpen: true }),
    reportFraud: onReportFraud,
    reply: writing === "open" ? (message) => onReply(message)?.focus() : undefined,
    love: mayReact ? giveLove : undefined,
  };
  const layers: ReactNode = (
    <>
      {menu && (
        <LazyPart onFailure={() => setMenu(undefined)}>
          <MessageMenu
            {...menu}
            onReply={writing === "open" ? () => onReply(menu.message) : undefined}
            onReact={
              mayReact ? (reaction: Reaction | null) => void reactTo(peer.id, menu.message, reaction) : undefined
            }
            onCopy={() => void copyText(menu.message.text)}
            onReport={menu.message.isMine ? undefined : () => onReport([menu.message.id])}
            onClose={() => setMenu({ ...menu, isOpen: false })}
          />
        </LazyPart>
      )}
      {link && (
        <LazyPart onFailure={() => setLink(undefined)}>
          <LinkDialog {...link} onClose={() => setLink({ ...link, isOpen: false })} />
        </LazyPart>
      )}
    </>
  );
  return { actions, layers };
}

const toggleLove = ({ reactions }: Message): Reaction | null => (reactions.mine === "love" ? null : "love");

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ type: "success", title: conversationTexts.messageCopied });
  } catch {
    showToast({ type: "error", title: conversationTexts.copyFailed });
  }
}

/**
 * Shows the member's reaction to a message at once and stores it. Restores the former reaction if the server fails to
 * store it.
 */
export async function reactTo(withId: string, message: Message, reaction: Reaction | null): Promise<void> {
  const { id, seq, reactions } = message;
  hopeForReaction(withId, id, reaction);
  try {
    const request = { params: { memberId: withId, seq }, body: { reaction } };
    const answer = await api.messaging.react(request);
    showReaction(withId, answer.message, answer.cursor);
  } catch {
    giveUpReaction(withId, id, reactions.mine);
    showToast({ type: "error", title: conversationTexts.reactionFailed });
  }
}
