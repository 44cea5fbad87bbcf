import {
  NEW_CONVERSATIONS_A_DAY,
  NEW_CONVERSATIONS_A_DAY_PREMIUM,
  SLOWED_CONVERSATIONS_A_DAY,
  SLOWED_GAP_MINUTES,
} from "@caramelo/contract/limits";
import type { Shortage } from "@caramelo/contract/messaging/calls";
import { CONTACT_WARNINGS, type MessageWarning } from "@caramelo/contract/messaging/warnings";
import { isOppositeSide } from "../../../base/members/rules.ts";
import { isPayer, paysToWrite } from "../../../base/money/premium-rules.ts";
import type { Profile } from "../../../platform/database/types.generated.ts";

type Role = Profile["role"];

/** The facts that decide whether a member may learn in messages that another one exists. */
export type MeetingFacts = {
  /** null when the member is gone, or was deactivated or suspended since the request began. */
  role: Role | null;
  /** null when no member has the id, or the account of that member is erased. */
  peerRole: Role | null;
  isPeerActive: boolean;
  /** One has blocked the other, or the member is hidden until staff have reviewed a report. */
  isHidden: boolean;
  hasConversation: boolean;
};

/** Everything that decides whether one member may write to another, read from the database in one statement. */
export type PairFacts = MeetingFacts & {
  /** The site asks for an assured age before messages, and the member has none. */
  lacksAge: boolean;
  isPremium: boolean;
  tokens: number;
  conversations: number;
  /** How many conversations the member started today, by the calendar of São Paulo. */
  startedToday: number;
  doesPeerLackAge: boolean;
  isPeerManaged: boolean;
  /** The member is a payer and has written in this conversation before. */
  isOpened: boolean;
};

export type SendingFacts = PairFacts & {
  /** Each of the two has written a few messages to the other. */
  isAcquainted: boolean;
  /** When a slowed member who writes to a new person last started a conversation; null in all other cases. */
  slowedStartAt: Date | null;
};

export type WritingVerdict = "open" | "missing" | "unavailable" | "managed" | "age" | "upgrade";

/** The charge for storing one message, and the changes to the pair. */
export type SendTerms = { tokens: number; conversations: number; opens: boolean; starts: boolean };
export type SendVerdict =
  | ({ verdict: "store" } & SendTerms)
  | { verdict: Exclude<WritingVerdict, "open"> | "too-many-new" | "slowed" };

/** Whether a member may learn that another one exists: the two share a conversation, or may begin one. */
export function mayKnowOf({ role, peerRole, isPeerActive, isHidden, hasConversation }: MeetingFacts): boolean {
  if (role === null || role === "admin" || peerRole === "admin") return false;
  // An erased member exists only in the conversations that others keep.
  if (peerRole === null) return hasConversation;
  return hasConversation || (isPeerActive && !isHidden && isOppositeSide(role, peerRole));
}

/**
 * Whether a member may write to another. Returns `missing` when the member must not learn that the other one exists.
 */
export function judgeWriting(facts: PairFacts): WritingVerdict {
  if (!mayKnowOf(facts)) return "missing";
  if (!facts.isPeerActive || facts.isHidden) return "unavailable";
  if (facts.isPeerManaged) return "managed";
  if (facts.lacksAge) return "age";
  // A member of unknown age is not written to, because payers would pay for messages that cannot be answered.
  if (facts.doesPeerLackAge) return "unavailable";
  return mayAfford(facts) ? "open" : "upgrade";
}

/** Babies and premium members write for free; others pay a token a message and a conversation for each new person. */
function mayAfford(facts: PairFacts): boolean {
  return !paysToWrite(facts) || (facts.tokens > 0 && (facts.isOpened || facts.conversations > 0));
}

/** Whether a member would have to buy before writing to the other. */
export function needsUpgrade(facts: PairFacts | undefined): boolean {
  return facts !== undefined && judgeWriting(facts) === "upgrade";
}

/** Whether a member may now begin a conversation with the other; the two do not have one yet. */
export function mayOpen(facts: PairFacts): boolean {
  return judgeWriting(facts) === "open" && !facts.hasConversation;
}

/** Returns what a payer who has to buy lacks. `hasHadTokens`: tokens were granted to them at some time. */
export function findShortage({ tokens }: Pick<PairFacts, "tokens">, hasHadTokens: boolean): Shortage {
  if (tokens > 0) return "conversations";
  return hasHadTokens ? "tokens" : "never had tokens";
}

/** Whether a member may react to messages of the pair. A reaction is free, so no payer has to buy before. */
export function judgeReacting(facts: PairFacts): "allowed" | "missing" | "age" {
  const writing = judgeWriting(facts);
  if (writing === "age") return "age";
  return writing === "open" || writing === "upgrade" ? "allowed" : "missing";
}

export function judgeSend(facts: SendingFacts, now: Date): SendVerdict {
  const writing = judgeWriting(facts);
  if (writing !== "open") return { verdict: writing };
  const starts = !facts.hasConversation;
  const limit = facts.isPremium ? NEW_CONVERSATIONS_A_DAY_PREMIUM : NEW_CONVERSATIONS_A_DAY;
  if (starts && facts.startedToday >= limit) return { verdict: "too-many-new" };
  if (starts && isTooSoon(facts, now)) return { verdict: "slowed" };
  const opens = isPayer(facts.role) && !facts.isOpened;
  const pays = paysToWrite(facts);
  return { verdict: "store", tokens: pays ? 1 : 0, conversations: pays && opens ? 1 : 0, opens, starts };
}

const MINUTE_MS = 60_000;

/** A slowed member starts few conversations a day, with time between two of them. */
function isTooSoon({ slowedStartAt, startedToday }: SendingFacts, now: Date): boolean {
  if (slowedStartAt === null) return false;
  const isNear = now.getTime() - slowedStartAt.getTime() < SLOWED_GAP_MINUTES * MINUTE_MS;
  return isNear || startedToday >= SLOWED_CONVERSATIONS_A_DAY;
}

/** The noticed warnings that apply to a pair: two who know each other may exchange contacts without a warning. */
export function warningsFor(noticed: readonly MessageWarning[], { isAcquainted }: Pick<SendingFacts, "isAcquainted">) {
  return isAcquainted ? noticed.filter((warning) => !CONTACT_WARNINGS.includes(warning)) : [...noticed];
}
