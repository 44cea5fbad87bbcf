import { expect, test } from "vitest";
import { chatPath } from "./path-rules.ts";

test("[M2.56] the message button links to the conversation", () => {
  expect(chatPath("abc")).toBe("/mensagens?userId=abc");
});
