import { expect, test } from "vitest";
import { isInstalledAsLocked } from "./install.mjs";

const a = { version: "1.0.0", integrity: "sha512-a" };
const lock = (packages: object) => JSON.stringify({ packages: { "": {}, ...packages } });

test("node_modules agrees when every locked package is there with the same hash", () => {
  const text = lock({ "node_modules/a": a, "apps/web": { version: "0.1.0" } });
  expect(isInstalledAsLocked(text, lock({ "node_modules/a": a }))).toBe(true);
});

test("a missing package does not agree, unless it is optional", () => {
  expect(isInstalledAsLocked(lock({ "node_modules/a": a }), lock({}))).toBe(false);
  expect(isInstalledAsLocked(lock({ "node_modules/a": { ...a, optional: true } }), lock({}))).toBe(true);
});

test("another version or another hash does not agree", () => {
  const text = lock({ "node_modules/a": a });
  expect(isInstalledAsLocked(text, lock({ "node_modules/a": { ...a, version: "1.0.1" } }))).toBe(false);
  expect(isInstalledAsLocked(text, lock({ "node_modules/a": { ...a, integrity: "sha512-b" } }))).toBe(false);
});

test("a package that the lock has without a hash agrees by its version", () => {
  const { version } = a;
  const text = lock({ "node_modules/a": { version, optional: true } });
  expect(isInstalledAsLocked(text, lock({ "node_modules/a": a }))).toBe(true);
  expect(isInstalledAsLocked(text, lock({ "node_modules/a": { ...a, version: "1.0.1" } }))).toBe(false);
});

test("packages inside other packages and of workspaces are compared too", () => {
  expect(isInstalledAsLocked(lock({ "apps/web/node_modules/a": a }), lock({}))).toBe(false);
});
