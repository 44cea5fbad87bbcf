import { describe, expect, test } from "vitest";
import { ageOn, isOppositeSide, oppositeRoles, presentNamed } from "./rules.ts";

describe("the sides", () => {
  test("[K6.03] let a baby meet daddies and mommies, let those meet babies, and let nobody meet their own side or the staff", () => {
    const roles = ["baby", "daddy", "mommy", "admin"] as const;
    const meeting = roles.flatMap((role) =>
      roles.filter((otherRole) => isOppositeSide(role, otherRole)).map((otherRole) => `${role} ${otherRole}`),
    );
    expect(meeting).toEqual(["baby daddy", "baby mommy", "daddy baby", "mommy baby"]);
    const pairs = roles.flatMap((role) => oppositeRoles(role).map((otherRole) => `${role} ${otherRole}`));
    expect(pairs).toEqual(meeting);
  });
});

describe("an age", () => {
  test.each([
    ["2000-11-21", "2026-11-20", 25],
    ["2000-11-21", "2026-11-21", 26],
    ["2000-02-29", "2026-02-28", 25],
    ["2000-02-29", "2026-03-01", 26],
    ["2000-02-29", "2028-02-29", 28],
  ])("of a member born on %s is on %s %i", (bornOn, day, age) => {
    expect(ageOn(bornOn, day)).toBe(age);
  });
});

test("[D5.17] staff see a removed member under the name of all removed ones, without an address", () => {
  const member = { id: "a", name: "Ana", email: "ana@example.com" };
  expect(presentNamed(member)).toEqual({ ...member, email: "a•••@example.com" });
  expect(presentNamed({ ...member, name: null })).toEqual({ id: "a", name: "Usuário removido", email: null });
});
