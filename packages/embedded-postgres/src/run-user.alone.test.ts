import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getOwnUser, isOpenTo } from "./run-user.ts";

const OTHER_USER = { uid: 4_000_000, gid: 4_000_000, isSwitched: true };

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "open-"));
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

test("a folder is open to another user when it and every folder above it let everybody pass", () => {
  const inner = path.join(folder, "inner");
  fs.mkdirSync(inner);
  fs.chmodSync(inner, 0o755);

  expect(isOpenTo(OTHER_USER, inner)).toBe(false);
  fs.chmodSync(folder, 0o711);
  expect(isOpenTo(OTHER_USER, inner)).toBe(true);
});

test("the permission bits of owner and group decide for the owner and the group", () => {
  const { gid } = fs.statSync(folder);
  fs.chmodSync(folder, 0o701);

  expect(isOpenTo(getOwnUser(), folder)).toBe(true);
  expect(isOpenTo({ ...OTHER_USER, gid }, folder)).toBe(false);
});
