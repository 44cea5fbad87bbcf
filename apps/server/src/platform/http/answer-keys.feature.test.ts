import { contract, listCalls } from "@caramelo/contract/contract";
import { toBrowser } from "@caramelo/contract/live";
import { expect, test } from "vitest";
import { expectPublicKeys, listKeys, OWN, PUBLIC_KEYS } from "../../testing/call-rules/answer-keys.ts";
import { wireSchema } from "./wire-schema.ts";

test.each(Object.entries(toBrowser))(
  "[T16][T60] the live event %s is made of what others may know",
  (_, { payload }) => {
    expectPublicKeys(payload);
  },
);

test("[T16][T60] no answer about others holds an address, a secret, a right or a time of activity", () => {
  const secrets =
    /email|password|hash$|token$|secret|admin|last(Active|Seen)|left|session|reporter|case|birth|lat|lng/i;
  expect([...PUBLIC_KEYS].filter((key) => secrets.test(key) && key !== "thumbhash")).toEqual([]);
});

test("[T16] the page of a payment names neither its order nor its buyer", () => {
  const keys = [contract.pix.charge, contract.sandbox.payment, contract.sandbox.act].flatMap(({ answers }) =>
    listKeys(wireSchema(answers)),
  );
  const knownKeys = ["product", "method", "centavos", "state", "expiresAt", "pixCode", "code"];
  expect(keys.filter((key) => !knownKeys.includes(key))).toEqual([]);
});

test("the calls that this test leaves out exist", () => {
  const names = listCalls().flatMap(([name, { access }]) => (access === "admin" ? [] : [name]));
  expect(names).toEqual(expect.arrayContaining([...OWN]));
});
