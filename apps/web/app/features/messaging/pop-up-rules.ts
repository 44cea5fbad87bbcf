import { namelessActor } from "@caramelo/contract/errors";
import { POP_UP_MS, POP_UP_PREVIEW } from "@caramelo/contract/limits";
import type { SessionUser } from "~/platform/session.ts";
import { TOASTS_AT_MOST } from "~/ui/rules.ts";
import type { ToastNews } from "~/ui/toast.ts";
import { previewText } from "./rules.ts";
import type { Change, Message, Peer } from "./types.ts";

type Preferences = SessionUser["preferences"];
export type Incoming = { withId: string; message: Message };

/**
 * The messages to tell of, among changes that came together: received ones that nobody has read or removed meanwhile, in
 * another tab or on another device. After an absence they may be hundreds: no more than there is room for.
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

/** What an incoming message does in this tab: nothing where its conversation is open before the member's eyes. */
export function judgeIncoming(preferences: Preferences, tab: { isVisible: boolean; isRoomOpen: boolean }) {
  const isSeen = tab.isVisible && tab.isRoomOpen;
  // A pop-up of five seconds in a tab that nobody looks at would only be late.
  return { popsUp: preferences.hasPopUps && tab.isVisible && !isSeen, rings: preferences.hasSound && !isSeen };
}

/** The first characters of a text, in one line; an ellipsis stands for the rest. */
export function cutPreview(text: string): string {
  const characters = [...previewText({ text, isMine: false })];
  if (characters.length <= POP_UP_PREVIEW) return characters.join("");
  return `${characters.slice(0, POP_UP_PREVIEW).join("")}…`;
}

/** Discreet titles are for eyes over a shoulder: the pop-up then neither names the sender nor quotes them. */
export function describePopUp(incoming: Incoming, sender: Peer | undefined, isDiscreet: boolean): ToastNews {
  const shown = { type: "info", duration: POP_UP_MS, to: `/mensagens?userId=${incoming.withId}` } as const;
  if (isDiscreet) return { ...shown, title: "Nova mensagem" };
  const title = sender?.name || namelessActor;
  return { ...shown, title, message: cutPreview(incoming.message.text), image: sender?.photoUrl ?? null };
}
