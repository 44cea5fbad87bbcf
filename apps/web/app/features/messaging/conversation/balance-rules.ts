import { countWords } from "@caramelo/contract/formats/counts";
import { tokensWord } from "@caramelo/contract/texts/billing";
import type { Chat } from "../types.ts";

type Facts = Pick<Chat, "balance" | "writing">;

/** With this many tokens or fewer left, the composer offers to buy more. */
const FEW_TOKENS = 5;

/** The line below the composer: how much a payer has left, or what happens to a text that cannot be sent yet. */
export function describeDraft(chat: Facts, hasText: boolean, wasStopped: boolean): string {
  if (chat.writing === "upgrade") return hasText ? "Seu texto fica guardado aqui até você poder enviar." : "";
  const balance = describeBalance(chat);
  if (!hasText || !wasStopped) return balance;
  return ["Seu texto ficou guardado: é só enviar.", balance].filter(Boolean).join(" ");
}

function describeBalance({ balance, writing }: Facts): string {
  if (!balance || balance.isPremium || writing !== "open") return "";
  const { tokens, conversations } = balance;
  const left = countWords(conversations, "conversa nova", "conversas novas");
  return `Você tem ${tokens} ${tokensWord(tokens)} e ${left}`;
}

/** Whether a payer without premium may still write but has only a few tokens left. */
export function isRunningOut({ balance, writing }: Facts): boolean {
  return writing === "open" && balance !== null && !balance.isPremium && balance.tokens <= FEW_TOKENS;
}
