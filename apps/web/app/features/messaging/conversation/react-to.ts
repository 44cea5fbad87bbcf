import type { Reaction } from "@caramelo/contract/messaging/reactions";
import { conversationTexts } from "@caramelo/contract/texts/conversation";
import { api } from "~/platform/api.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { giveUpReaction, hopeForReaction, showReaction } from "../sync/cache.ts";
import type { Message } from "../types.ts";

/**
 * Shows the member's reaction to a message at once and stores it. Shows the former reaction again when the server does
 * not store it.
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
