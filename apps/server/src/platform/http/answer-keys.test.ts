import type { AnyCall } from "@caramelo/contract/call";
import { contract } from "@caramelo/contract/contract";
import { toBrowser } from "@caramelo/contract/live";
import { expect, test } from "vitest";
import { wireSchema } from "./wire-schema.ts";

const answers = [
  ...Object.entries(contract).flatMap(([feature, group]) =>
    Object.entries(group).map(([name, one]: [string, AnyCall]) => [`${feature}.${name}`, one.answers] as const),
  ),
  ...Object.entries(toBrowser).map(([name, { payload }]) => [`live.${name}`, payload] as const),
];

// Calls that answer what the caller alone knows or set: their account, devices, settings, balance; and the team's calls.
const OWN = [
  ...["signUp", "signIn", "session", "changeEmail", "devices"].map((name) => `accounts.${name}`),
  ...["mine", "change", "leaveWildcardCity"].map((name) => `profiles.${name}`),
  ...["read", "change"].map((name) => `settings.${name}`),
  ...["list", "read"].map((name) => `mail.${name}`),
];

/** All that an answer of any other call is ever made of. Whoever adds a key tells more of members than was told before. */
const TOLD = new Set([
  ...["id", "name", "age", "role", "city", "bio", "lookingFor", "memberSince", "distanceKm", "presence"],
  ...["isVerified", "isPremium", "isPromoted", "isManaged", "isDemo", "isWildcardCity", "isOppositeSide"],
  // For the team alone: null for everybody else.
  ...["staff", "status"],
  // What the caller made of it: favourites, messages and their unread ones, blocks.
  ...["isFavorite", "isMatch", "isAvailable", "writing", "blockedAt"],
  ...["clientId", "seq", "isMine", "text", "sentAt", "readAt", "unread", "unreadTotal", "lastSeq", "upTo", "withId"],
  // The caller's own balance, beside a conversation.
  ...["balance", "tokens", "conversations"],
  ...["photo", "photos", "photoUrl", "small", "medium", "large", "width", "height", "thumbhash"],
  // What happened, and when somebody came: of visits and notifications, at most once a day.
  ...["type", "at", "kind", "what", "isTyping"],
  // Envelopes and pages.
  ...["profiles", "profile", "visitors", "members", "notifications", "actor", "presences", "peer", "lastMessage"],
  ...["messages", "message", "changes", "cities", "label", "total", "next", "cursor", "hasMore", "key"],
]);

/** The keys of a JSON schema's objects, of all levels together. */
function listKeys(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(listKeys);
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([word, part]) =>
    word === "properties" ? [...Object.keys(part), ...Object.values(part).flatMap(listKeys)] : listKeys(part),
  );
}

test.each(answers.filter(([name]) => !OWN.includes(name)))(
  "[T16][T60] %s is made of what others may know",
  (_, one) => {
    expect(listKeys(wireSchema(one)).filter((key) => !TOLD.has(key))).toEqual([]);
  },
);

test("[T16][T60] nothing that is told of others is an address, a secret, a right or a time of activity", () => {
  const secrets =
    /email|password|hash$|token$|secret|admin|last(Active|Seen)|left|session|reporter|case|birth|lat|lng/i;
  expect([...TOLD].filter((key) => secrets.test(key) && key !== "thumbhash")).toEqual([]);
});

test("the calls that are not looked at here are calls", () => {
  expect(OWN.filter((name) => !answers.some(([one]) => one === name))).toEqual([]);
});
