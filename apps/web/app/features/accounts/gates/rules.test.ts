import { expect, test } from "vitest";
import { findRedirect, findStart } from "./rules.ts";

const member = { isAdmin: false };
const admin = { isAdmin: true };

test("[M2.02][M2.04] guest screens send members and admins to /busca", () => {
  expect(findRedirect("guest", null)).toBeUndefined();
  expect(findRedirect("guest", member)).toBe("/busca");
  expect(findRedirect("guest", admin)).toBe("/busca");
});

test("[M2.07] member screens send a guest to /login", () => {
  expect(findRedirect("member", null)).toBe("/login");
  expect(findRedirect("member", member)).toBeUndefined();
  expect(findRedirect("member", admin)).toBeUndefined();
});

test("[M2.09] the office sends members to /busca and guests to /login", () => {
  expect(findRedirect("admin", null)).toBe("/login");
  expect(findRedirect("admin", member)).toBe("/busca");
  expect(findRedirect("admin", admin)).toBeUndefined();
});

test("[M2.33] after signing in an admin starts at /admin and a member at /busca", () => {
  expect(findStart(admin)).toBe("/admin");
  expect(findStart(member)).toBe("/busca");
});
