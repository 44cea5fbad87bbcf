import { expect, test } from "vitest";
import { listSpends } from "./spends.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute));
const messages = [
  { id: "1", senderId: "payer", recipientId: "ana", sentAt: at(1) },
  { id: "2", senderId: "ana", recipientId: "payer", sentAt: at(2) },
  { id: "3", senderId: "payer", recipientId: "ana", sentAt: at(3) },
  { id: "4", senderId: "payer", recipientId: "bia", sentAt: at(4) },
  { id: "5", senderId: "premium", recipientId: "ana", sentAt: at(5) },
];

test("each message of a payer with tokens costs one, and the first message to a person also costs a conversation", () => {
  const spends = listSpends(messages, (id) => id === "payer");
  expect(
    spends.map(({ providerObjectId, tokens, conversations }) => [providerObjectId, tokens, conversations]),
  ).toEqual([
    ["1", -1, -1],
    ["3", -1, 0],
    ["4", -1, -1],
  ]);
  expect(spends.map(({ writtenAt }) => writtenAt)).toEqual([at(1), at(3), at(4)]);
});
