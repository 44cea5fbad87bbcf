import { cutText } from "@caramelo/contract/formats/graphemes";
import { POP_UP_MS, POP_UP_PREVIEW } from "@caramelo/contract/limits";
import { previewText } from "@caramelo/contract/messaging/preview";
import { namelessActor } from "@caramelo/contract/notifications/types";
import { chatPath } from "~/platform/path-rules.ts";
import type { SessionUser } from "~/platform/session.ts";
import type { ToastContent } from "~/ui/overlays/toast.ts";
import { TOASTS_AT_MOST } from "~/ui/overlays/toast-rules.ts";
import type { Change, Message, Peer } from "../types.ts";

type Preferences = SessionUser["preferences"];
export type Incoming = { withId: string; message: Message };

/**
 * The messages to announce from a batch of changes: received ones not yet read or removed elsewhere. After an absence
 * there may be hundreds, so only the latest that fit on the screen remain.
 */
export function listIncoming(changes: Change[]): Incoming[] {
  const ends = changes.filter(({ type }) => type === "seen" || type === "cleared");
  const isOver = (withId: string, seq: number) => ends.some((end) => end.withId === withId && (end.upTo ?? 0) >= seq);
  return changes
    .flatMap(({ type, withId, message }) => {
      if (type !== "message" || !message || message.isMine) return [];
      return isOver(withId, message.seq) ? [] : [{ withId, message }];
    })
    .slice(-TOASTS_AT_MOST);
}

/**
 * Whether an incoming message pops up and rings in this tab. It does neither while the member looks at its
 * conversation.
 */
export function classifyIncoming(preferences: Preferences, tab: { isVisible: boolean; isChatOpen: boolean }) {
  const isSeen = tab.isVisible && tab.isChatOpen;
  // A pop-up lasts five seconds; in a hidden tab it would be gone before the member sees it.
  return { popsUp: preferences.hasPopUps && tab.isVisible && !isSeen, rings: preferences.hasSound && !isSeen };
}

/** The start of a text in one line, with an ellipsis for the rest. */
export const cutPreview = (text: string): string => cutText(previewText({ text, isMine: false }), POP_UP_PREVIEW);

/** The toast for an incoming message. With discreet titles it neither names the sender nor quotes them. */
export function describePopUp(incoming: Incoming, sender: Peer | undefined, isDiscreet: boolean): ToastContent {
  const toast = { type: "info", duration: POP_UP_MS, to: chatPath(incoming.withId) } as const;
  if (isDiscreet) return { ...toast, title: "Nova mensagem" };
  const title = sender?.name || namelessActor;
  return { ...toast, title, message: cutPreview(incoming.message.text), image: sender?.photoUrl ?? null };
}
