import { expect, test } from "vitest";
import { settingFlags, sharedBuffers } from "./server-settings.ts";

const GIB = 1_073_741_824;

test.each([
  [0.5 * GIB, 128],
  [1 * GIB, 128],
  [4 * GIB, 512],
  [8 * GIB, 1_024],
  [64 * GIB, 1_024],
])("on a machine with %i bytes of memory the database gets %i MiB of shared buffers", (bytes, mebibytes) => {
  expect(sharedBuffers(bytes)).toBe(mebibytes);
});

test("a setting of the caller replaces the default", () => {
  const flags = settingFlags({ shared_buffers: "64MB" });
  expect(flags.filter((flag) => flag.startsWith("shared_buffers"))).toEqual(["shared_buffers=64MB"]);
});
