import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getOwnUser, isOpenTo } from "./run-user.ts";

const STRANGER = { uid: 4_000_000, gid: 4_000_000, isSwitched: true };

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "open-"));
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

test("a folder is open to a stranger when it and every folder above it let everybody through", () => {
  const inner = path.join(folder, "inner");
  fs.mkdirSync(inner);
  fs.chmodSync(inner, 0o755);

  expect(isOpenTo(STRANGER, inner)).toBe(false);
  fs.chmodSync(folder, 0o711);
  expect(isOpenTo(STRANGER, inner)).toBe(true);
});

test("the owner's and the group's own bits decide for them", () => {
  const { gid } = fs.statSync(folder);
  fs.chmodSync(folder, 0o701);

  expect(isOpenTo(getOwnUser(), folder)).toBe(true);
  expect(isOpenTo({ ...STRANGER, gid }, folder)).toBe(false);
});
