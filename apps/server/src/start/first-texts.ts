import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { relativeTime } from "@caramelo/contract/formats/ages";
import { clockText } from "@caramelo/contract/formats/moments";
import { limitBreaks, mayBeHigh } from "@caramelo/contract/formats/shown-text";
import { BADGE_CAP } from "@caramelo/contract/limits";
import {
  type BubblePosition,
  type ChatItem,
  findUnreadMarker,
  groupBubbles,
  positionOf,
  unreadDividerText,
} from "@caramelo/contract/messaging/grouping";
import { previewText } from "@caramelo/contract/messaging/preview";
import { noPlansTexts } from "@caramelo/contract/texts/products";
import type { FirstText, FirstTexts } from "../platform/pages/member-page.ts";
import { listFirstOfficeTexts } from "./first-office-texts.ts";

type Calls = Contract["messaging"];
type Conversation = AnswerOf<Calls["conversations"]>["conversations"][number];
type Chat = AnswerOf<Calls["chat"]>;
type History = AnswerOf<Calls["history"]>;
type Message = History["messages"][number];

/** The number of rows in the skeleton of the list. */
const FIRST_ROWS = 7;
/** More bubbles, times and dividers than this fit on hardly any screen. */
const LATEST_TEXTS = 24;
/** The screen shows addresses as links, which break their lines elsewhere. */
const ADDRESS = /https:\/\/|www\./i;

const LIST = "/api/conversations";
const HISTORY = /^(\/api\/conversations\/[^/?]+)\/messages$/;

type Viewer = { role: string; isPremium: boolean };
type Opening = { path: string; viewer: Viewer; answers: ReadonlyMap<string, string>; now: Date };

/** Returns the texts that the empty page of a screen shows as soon as it opens. */
export function listFirstTexts({ path, viewer, answers, now }: Opening): FirstTexts {
  const texts = new Map<string, FirstText[]>(listFirstOfficeTexts(path, answers, now));
  // The offers are requested only where the member may see them.
  if (path === "premium" && answers.has("/api/offers") && !viewer.isPremium)
    texts.set("offer", [{ kind: "offer", fields: {} }]);
  if (path === "premium" && viewer.role === "baby")
    texts.set("offer", [{ kind: "no-plans", fields: { text: noPlansTexts.baby } }]);
  const list = answers.get(LIST);
  // The casts hold because the contract declares these answers.
  if (list !== undefined)
    texts.set("rows", listRows((JSON.parse(list) as AnswerOf<Calls["conversations"]>).conversations, now));
  for (const [key, history] of answers) {
    const chat = answers.get(HISTORY.exec(key)?.[1] ?? "");
    if (chat === undefined) continue;
    const openChat = JSON.parse(chat) as Chat;
    texts.set("messages", listMessages(openChat, JSON.parse(history) as History, now));
    // The composer shows a payer without premium what is left, on a separate line.
    if (openChat.balance?.isPremium === false) texts.set("balance", [{ kind: "balance", fields: {} }]);
  }
  return texts;
}

function listRows(conversations: readonly Conversation[], now: Date): FirstText[] {
  return conversations
    .slice(0, FIRST_ROWS)
    .map(({ peer, lastMessage, unread }) => ({
      kind: `row${unread > 0 ? "-new" : ""}${peer.presence === "available" ? "-available" : ""}`,
      fields: {
        name: peer.name,
        preview: lastMessage ? previewText(lastMessage) : "",
        time: lastMessage ? relativeTime(lastMessage.sentAt, now.getTime()) : "",
        unread: unread > BADGE_CAP ? `${BADGE_CAP}+` : String(unread || ""),
      },
    }));
}

/**
 * The latest messages as the conversation shows them above its lower end; none where something else may be there: an
 * offer, the reason why writing is impossible, or the safety notice before a first message.
 */
function listMessages({ writing, unread }: Chat, { messages, hasMore }: History, now: Date): FirstText[] {
  const isFirst = !hasMore && !messages.some(({ isMine }) => isMine);
  if (writing !== "open" || isFirst) return [];
  const bubbles = messages.map((message) => ({ ...positionOf(message), message }));
  const items = groupBubbles(bubbles, findUnreadMarker(messages, unread), now.getTime());
  const texts = items.flatMap(textsOfItem);
  // The messages stand above each other from the lower end on, so the lower ones are in their place without the rest.
  const from = texts.lastIndexOf(undefined) + 1;
  return texts
    .slice(from)
    .flatMap((text) => text ?? [])
    .slice(-LATEST_TEXTS);
}

/** Whether the screen shows nothing but the text of a message, and all of it. */
const isPlain = ({ text, replyTo, reactions, warnings }: Message) =>
  replyTo === null &&
  reactions.mine === null &&
  reactions.theirs === null &&
  warnings.length === 0 &&
  !ADDRESS.test(text) &&
  !mayBeHigh(text) &&
  limitBreaks(text) === text;

/** Undefined stands for a message that only the screen can show. */
function textsOfItem(item: ChatItem<BubblePosition & { message: Message }>): (FirstText | undefined)[] {
  if (item.kind === "day") return [{ kind: "day", fields: { text: item.label } }];
  if (item.kind === "unread") return [{ kind: "unread", fields: { text: unreadDividerText(item.count) } }];
  const side = item.progress === "received" ? "received" : "sent";
  const bubbles = item.bubbles.map(({ message }, at) =>
    isPlain(message) ? { kind: `${side}${at > 0 ? "-next" : ""}`, fields: { text: message.text } } : undefined,
  );
  const foot = { kind: `${item.progress}-foot`, fields: { time: clockText(item.shownAt) } };
  return [...bubbles, bubbles.at(-1) && foot];
}
