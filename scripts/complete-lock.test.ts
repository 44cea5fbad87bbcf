import { expect, test } from "vitest";
import { completeLock, listMissingEntries } from "./complete-lock.mjs";

const biome = {
  version: "2.0.0",
  dev: true,
  optionalDependencies: { "@biomejs/cli-win32-x64": "2.0.0", "@biomejs/cli-linux-x64-musl": "2.0.0" },
};

test("a lock with every optional package lacks nothing", () => {
  const packages = {
    "node_modules/a": { optionalDependencies: { "a-linux-x64": "1.0.0" } },
    "node_modules/a-linux-x64": { version: "1.0.0" },
  };
  expect(listMissingEntries({ packages })).toEqual({});
});

test("an optional package next to the one that requires it counts as found", () => {
  const packages = {
    "node_modules/a/node_modules/b": { optionalDependencies: { "b-darwin-arm64": "1.0.0" } },
    "node_modules/a/node_modules/b-darwin-arm64": { version: "1.0.0" },
  };
  expect(listMissingEntries({ packages })).toEqual({});
});

test("a missing binary is added with its version and the platform that its name says", () => {
  expect(listMissingEntries({ packages: { "node_modules/@biomejs/biome": biome } })).toEqual({
    "node_modules/@biomejs/cli-win32-x64": { version: "2.0.0", dev: true, optional: true, cpu: ["x64"], os: ["win32"] },
    "node_modules/@biomejs/cli-linux-x64-musl": {
      version: "2.0.0",
      dev: true,
      optional: true,
      cpu: ["x64"],
      os: ["linux"],
      libc: ["musl"],
    },
  });
});

test("a range is left to npm", () => {
  expect(listMissingEntries({ packages: { "node_modules/a": { optionalDependencies: { b: "^1.0.0" } } } })).toEqual({});
});

test("a completed lock lacks nothing", () => {
  const lock = completeLock({ packages: { "node_modules/@biomejs/biome": biome } });
  expect(listMissingEntries(lock)).toEqual({});
});
