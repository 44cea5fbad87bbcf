import { countWords } from "@caramelo/contract/formats/counts";
import { cutText, firstCharacters } from "@caramelo/contract/formats/graphemes";
import { listWords } from "@caramelo/contract/formats/lists";
import { QUOTE_MAX } from "@caramelo/contract/limits";
import {
  type BubblePosition,
  positionOf,
  type UnreadMarker,
  unreadDividerText,
} from "@caramelo/contract/messaging/grouping";
import { REACTIONS, type Reaction } from "@caramelo/contract/messaging/reactions";
import { type MessageWarning, messageWarnings } from "@caramelo/contract/messaging/warnings";
import { tokensWord } from "@caramelo/contract/texts/billing";
import { reactionLabels } from "@caramelo/contract/texts/conversation";
import type { Entry } from "../outbox/rules.ts";
import type { Chat, Message, Quote } from "../types.ts";

/** A message to render: stored or still being sent. */
export type Bubble = BubblePosition & {
  text: string;
  replyTo: Quote | null;
  /** The stored message; null until the server has stored it. */
  message: Message | null;
};

const storedBubble = (message: Message): Bubble => ({
  ...positionOf(message),
  text: message.text,
  replyTo: message.replyTo,
  message,
});

function waitingBubble({ clientId, text, at: deviceAt, replyTo }: Entry, lead: number): Bubble {
  const at = deviceAt + lead;
  const stillMissing = { seq: null, message: null };
  return { key: clientId, text, at, shownAt: at, progress: "sending", replyTo: replyTo ?? null, ...stillMissing };
}

/**
 * Stored messages, then those being sent. A message in both lists appears once. `clockLead`: how far the server's
 * clock, used by stored messages, is ahead of the device's.
 */
export function listBubbles(messages: Message[], waitingEntries: Entry[], clockLead = 0): Bubble[] {
  const storedIds = new Set(messages.map(({ clientId }) => clientId));
  return [
    ...messages.map(storedBubble),
    ...waitingEntries.filter((entry) => !storedIds.has(entry.clientId)).map((entry) => waitingBubble(entry, clockLead)),
  ];
}

/** Keeps the marker as long as its message is loaded. */
export function keepUnreadMarker(marker: UnreadMarker | undefined, messages: Message[]): UnreadMarker | undefined {
  return messages.some(({ seq }) => seq === marker?.from) ? marker : undefined;
}

/** The seq up to which a member who looks at these messages has read; undefined when nothing is unread. */
export function findReadUpTo(messages: Message[]): number | undefined {
  return messages.findLast((message) => !message.isMine && message.readAt === null)?.seq;
}

/**
 * Whether the next message would be the member's first to the other one. False until all messages are loaded, because
 * only then is this certain.
 */
export function isFirstMessage(messages: Message[], waitingEntries: Entry[], hasOlder: boolean): boolean {
  return !hasOlder && waitingEntries.length === 0 && !messages.some(({ isMine }) => isMine);
}

/** A message as the next one will quote it, cut like on the server: one character longer than shown. */
export function quoteOf({ id, seq, isMine, text }: Message): Quote {
  return { id, seq, isMine, text: firstCharacters(text, QUOTE_MAX + 1) };
}

/** The words of a quote, with an ellipsis where it was cut; undefined if the message was deleted. */
export function quoteText({ text }: Quote): string | undefined {
  return text === null ? undefined : cutText(text, QUOTE_MAX);
}

/** Names a message's button by the start of its text, because the conversation has one per message. */
export const actionsLabel = (message: Message): string => `Ações da mensagem: ${quoteText(quoteOf(message))}`;

/** The emojis under a message, each once, and their text for screen readers; undefined without reactions. */
export function describeReactions({ mine, theirs }: Message["reactions"], name: string) {
  const givenReactions = [mine, theirs].filter((reaction): reaction is Reaction => reaction !== null);
  if (givenReactions.length === 0) return undefined;
  const ownText = mine && `você: ${reactionLabels[mine]}`;
  const theirText = theirs && `${name}: ${reactionLabels[theirs]}`;
  const emojis = [...new Set(givenReactions)].map((reaction) => REACTIONS[reaction]).join("");
  return { emojis, label: `Reações, ${[ownText, theirText].filter(Boolean).join(", ")}` };
}

/** How many messages arrived after the last seen one. */
export const countNewer = (bubbles: Bubble[], seenUpTo: number): number =>
  bubbles.filter(({ progress, seq }) => progress === "received" && (seq ?? 0) > seenUpTo).length;

export function toEndLabel(newer: number): string {
  const label = "Ir para as mensagens mais recentes";
  return newer === 0 ? label : `${label}, ${unreadDividerText(newer)}`;
}

/** Lists warnings in words, such as "chave Pix ou dados de conta e um número de telefone". */
export const describeWarnings = (warnings: readonly MessageWarning[]): string =>
  listWords(warnings.map((warning) => messageWarnings[warning]));

type Facts = Pick<Chat, "balance" | "writing">;

/** With this many tokens or fewer left, the composer offers to buy more. */
const FEW_TOKENS = 5;

/** The line below the composer: what a payer has left, or what happens to a text that cannot be sent yet. */
export function describeDraft(chat: Facts, hasText: boolean, wasStopped: boolean): string {
  if (chat.writing === "upgrade") return hasText ? "Seu texto fica guardado aqui até você poder enviar." : "";
  const balance = describeBalance(chat);
  if (!hasText || !wasStopped) return balance;
  return ["Seu texto ficou guardado: é só enviar.", balance].filter(Boolean).join(" ");
}

function describeBalance({ balance, writing }: Facts): string {
  if (!balance || balance.isPremium || writing !== "open") return "";
  const { tokens, conversations } = balance;
  const leftWords = countWords(conversations, "conversa nova", "conversas novas");
  return `Você tem ${tokens} ${tokensWord(tokens)} e ${leftWords}`;
}

/** Whether a payer without premium may still write but has only a few tokens left. */
export function isRunningOut({ balance, writing }: Facts): boolean {
  return writing === "open" && balance !== null && !balance.isPremium && balance.tokens <= FEW_TOKENS;
}
