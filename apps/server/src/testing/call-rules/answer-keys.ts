import type { AnyCall } from "@caramelo/contract/call/call";
import { contract } from "@caramelo/contract/contract";
import { ABOUT_NAMES } from "@caramelo/contract/texts/about";
import { expect } from "vitest";
import type * as z from "zod";
import { wireSchema } from "../../platform/http/wire-schema.ts";
import type { CallRules } from "./rule.ts";

type Group = Record<string, AnyCall>;

/** The calls of a feature that are not for the staff only; what the staff may see is not tested here. */
const listOpen = (group: Group) => Object.entries(group).filter(([, one]) => one.access !== "admin");

// Calls that answer what the caller alone knows or set (their account, devices, settings, balance), or nothing about
// members.
export const OWN: readonly string[] = [
  ...["signUp", "signIn", "session", "takeWelcome", "changeEmail", "devices"].map((name) => `accounts.${name}`),
  // The caller's passkeys, what a browser needs to use one, and the secret by which a new password is set.
  ...["passkeys", "beginPasskey", "beginPasskeyProof", "beginPasskeySignIn", "signInByPasskey", "denySignIn"].map(
    (name) => `accounts.${name}`,
  ),
  // The caller's authenticator app: its secret and recovery codes, each shown once.
  ...["ownFactor", "beginFactor", "confirmFactor", "renewRecoveryCodes"].map((name) => `accounts.${name}`),
  ...["mine", "change", "leaveWildcardCity"].map((name) => `profiles.${name}`),
  // The name and address of a profile, for the person who opened the invitation that was mailed there.
  "accounts.checkClaim",
  // What opens the caller's account besides the new password, and what waits in it.
  "accounts.resetPassword",
  "accounts.delayedRequests",
  // What the new password must be, for the person who opened the link that was mailed for it.
  "accounts.checkRecovery",
  // Whether the link of an alert only freezes the account, for the person who opened the mail with it.
  "accounts.checkSignInAlert",
  ...["read", "change"].map((name) => `memberSettings.${name}`),
  // What the caller buys and has bought.
  ...listOpen(contract.billing).map(([name]) => `billing.${name}`),
  // The day of the caller's own erasure, and whether they stay suspended after taking it back.
  ...listOpen(contract.erasure).map(([name]) => `erasure.${name}`),
  // The caller's own verification.
  ...listOpen(contract.verification).map(([name]) => `verification.${name}`),
  // What the staff did to the caller, or to the reader of the mail about it; a notice is answered with its number.
  ...["measures", "appeal", "readMeasure", "appealByToken", "sendNotice", "confirmNotice"].map(
    (name) => `moderation.${name}`,
  ),
  // The caller's consents; a request about data is answered with its number.
  ...["consents", "sendDataRequest", "confirmDataRequest"].map((name) => `personalData.${name}`),
  // The state of the copy of the caller's own data.
  ...listOpen(contract.exports).map(([name]) => `exports.${name}`),
  // A payment, for those who have the secret of its page; it names no member.
  "pix.charge",
  "sandbox.payment",
  "sandbox.act",
  // Counts of a quarter, which are published and name no member.
  "transparency.list",
];

/** All keys that an answer of any other call may have. Adding a key reveals more about members than before. */
export const PUBLIC_KEYS = new Set([
  "id",
  "name",
  "age",
  "role",
  "city",
  ...ABOUT_NAMES,
  "memberSince",
  "distanceKm",
  "presence",
  "isVerified",
  "isPremium",
  "isPromoted",
  "isManaged",
  "isDemo",
  "isWildcardCity",
  "isOppositeSide",
  // For the staff alone: null for everybody else.
  "staff",
  "status",
  // What connects the caller with the member: favourites, messages, reactions, blocks.
  "isFavorite",
  "match",
  "isAvailable",
  "writing",
  "blockedAt",
  "replyTo",
  "reactions",
  "mine",
  "theirs",
  "warnings",
  "clientId",
  "seq",
  "isMine",
  "text",
  "sentAt",
  "readAt",
  "unread",
  "unreadTotal",
  "lastSeq",
  "upTo",
  "withId",
  // Why the caller's own message was refused, and when it may be tried again.
  "code",
  "retryAfterSeconds",
  // The caller's own balance, next to a conversation.
  "balance",
  "tokens",
  "conversations",
  "shortage",
  "needsUpgrade",
  // First messages, made of the texts of the member's profile.
  "openings",
  "photo",
  "photos",
  "photoUrl",
  "small",
  "medium",
  "large",
  "width",
  "height",
  "thumbhash",
  // What happened, and when: the moment of notifications, the day of visits.
  "type",
  "types",
  // How many notices of the staff about the caller a row of the bell represents.
  "notices",
  "at",
  "day",
  "kind",
  "what",
  "isTyping",
  // How many members a filter finds, and the chosen city's own name.
  "all",
  "highlighted",
  "new",
  "cityLabel",
  // Keys that only wrap other values, and those of paging and of the stream.
  "profiles",
  "profile",
  "visitors",
  "members",
  "notifications",
  "actor",
  "presences",
  "peer",
  "lastMessage",
  "messages",
  "message",
  "changes",
  "cities",
  "label",
  "total",
  "next",
  "cursor",
  "hasMore",
  "mustStartOver",
  "key",
]);

/** The keys of a JSON schema's objects, of all levels together. */
export function listKeys(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(listKeys);
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([word, part]) =>
    word === "properties" ? [...Object.keys(part), ...Object.values(part).flatMap(listKeys)] : listKeys(part),
  );
}

/** Expects an answer to have no other keys than those that others may know. */
export const expectPublicKeys = (answers: z.ZodType): void =>
  expect(listKeys(wireSchema(answers)).filter((key) => !PUBLIC_KEYS.has(key))).toEqual([]);

export const answerKeyRules: CallRules = {
  "[T16][T60] is made of what others may know": ({ name, call }) => {
    if (call.access !== "admin" && !OWN.includes(name)) expectPublicKeys(call.answers);
  },
};
