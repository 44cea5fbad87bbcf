import { NEW_CONVERSATIONS_A_DAY, NEW_CONVERSATIONS_A_DAY_PREMIUM } from "@caramelo/contract/limits";
import type { Profile } from "../../../platform/database/types.generated.ts";
import { isOppositeSide } from "../../profiles/rules.ts";

type Role = Profile["role"];

/** All that decides whether one member may write to another, as the database has it at one moment. */
export type PairFacts = {
  /** null when the member is gone, or has been switched off since the request began. */
  role: Role | null;
  isPremium: boolean;
  tokens: number;
  conversations: number;
  /** People that the member was the first to write to, today in São Paulo. */
  startedToday: number;
  /** null when there is nobody of that id. */
  peerRole: Role | null;
  isPeerActive: boolean;
  isPeerManaged: boolean;
  /** One has blocked the other. */
  isHidden: boolean;
  hasConversation: boolean;
  /** The member, a payer, has written here before. */
  isOpened: boolean;
};

export type WritingVerdict = "open" | "missing" | "unavailable" | "managed" | "upgrade";

/** What storing one message takes from the sender and records about the pair. */
export type SendTerms = { tokens: number; conversations: number; opens: boolean; starts: boolean };
export type SendVerdict =
  | ({ verdict: "store" } & SendTerms)
  | { verdict: Exclude<WritingVerdict, "open"> | "too-many-new" };

export function isPayer(role: Role | null): boolean {
  return role === "daddy" || role === "mommy";
}

/** Whether a member may write to another at all; whom they may not even know of is missing. */
export function judgeWriting(facts: PairFacts): WritingVerdict {
  const { role, peerRole, isHidden, isPeerActive, hasConversation } = facts;
  if (role === null || peerRole === null || role === "admin" || peerRole === "admin") return "missing";
  const isReachable = isPeerActive && !isHidden;
  const mayMeet = isReachable && isOppositeSide(role, peerRole);
  if (!hasConversation && !mayMeet) return "missing";
  if (!isReachable) return "unavailable";
  if (facts.isPeerManaged) return "managed";
  return mayAfford(facts) ? "open" : "upgrade";
}

/** Babies and premium members write for free; others pay a token a message and a conversation for each new person. */
function mayAfford({ role, isPremium, tokens, conversations, isOpened }: PairFacts): boolean {
  if (!isPayer(role) || isPremium) return true;
  return tokens > 0 && (isOpened || conversations > 0);
}

/** Whether one message may be stored, and on what terms. */
export function judgeSend(facts: PairFacts): SendVerdict {
  const writing = judgeWriting(facts);
  if (writing !== "open") return { verdict: writing };
  const starts = !facts.hasConversation;
  const most = facts.isPremium ? NEW_CONVERSATIONS_A_DAY_PREMIUM : NEW_CONVERSATIONS_A_DAY;
  if (starts && facts.startedToday >= most) return { verdict: "too-many-new" };
  const opens = isPayer(facts.role) && !facts.isOpened;
  const pays = isPayer(facts.role) && !facts.isPremium;
  return { verdict: "store", tokens: pays ? 1 : 0, conversations: pays && opens ? 1 : 0, opens, starts };
}
