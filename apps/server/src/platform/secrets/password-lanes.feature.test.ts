import { expect, test } from "vitest";
import { memberSender, networkSender } from "./password-lanes.ts";
import { verifyPassword } from "./passwords.ts";

const check = (address: string) => verifyPassword(undefined, "qualquer", networkSender(address));

test("[T07][T58][T72] a crowd of sign-ins is refused beyond the few that may wait of one network; another network, and a member, are not", async () => {
  const crowd = Array.from({ length: 250 }, (_, n) => check(`198.51.100.${n}`));
  const others = [check("192.0.2.1"), verifyPassword(undefined, "qualquer", memberSender("ana"))];
  const refusals = (await Promise.allSettled(crowd)).filter((outcome) => outcome.status === "rejected");
  // Two are checked at once, and 20 wait.
  expect(refusals.length).toBe(228);
  for (const { reason } of refusals) expect(reason).toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
  expect(await Promise.all(others)).toEqual([false, false]);
  expect(await check("198.51.100.1")).toBe(false);
});

test("[T07][T58][T72] a crowd of more networks than may wait is refused beyond what can be checked soon", async () => {
  // No other test signs in from these networks: one whose last password was wrong would wait in another lane.
  const crowd = Array.from({ length: 400 }, (_, n) => check(`2001:db8:${(0x7000 + n).toString(16)}::1`));
  const knownCheck = verifyPassword(undefined, "qualquer", memberSender("ana"));
  const refusals = (await Promise.allSettled(crowd)).filter((outcome) => outcome.status === "rejected");
  expect(refusals.length).toBe(98);
  expect(await knownCheck).toBe(false);
});
