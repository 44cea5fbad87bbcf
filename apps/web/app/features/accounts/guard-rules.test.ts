import { expect, test } from "vitest";
import { findDetour, startOf } from "./guard-rules.ts";

const member = { isAdmin: false };
const admin = { isAdmin: true };

test("[M2.02][M2.04] guest screens send whoever is signed in to /busca", () => {
  expect(findDetour("guest", null)).toBeUndefined();
  expect(findDetour("guest", member)).toBe("/busca");
  expect(findDetour("guest", admin)).toBe("/busca");
});

test("[M2.07] members' screens send a guest to /login", () => {
  expect(findDetour("member", null)).toBe("/login");
  expect(findDetour("member", null, "/")).toBe("/");
  expect(findDetour("member", member)).toBeUndefined();
  expect(findDetour("member", admin)).toBeUndefined();
});

test("[M2.09] the back office sends members to /busca and guests to /login", () => {
  expect(findDetour("admin", null)).toBe("/login");
  expect(findDetour("admin", member)).toBe("/busca");
  expect(findDetour("admin", admin)).toBeUndefined();
});

test("[M2.33] after signing in an admin starts at /admin and everybody else at /busca", () => {
  expect(startOf(admin)).toBe("/admin");
  expect(startOf(member)).toBe("/busca");
});
