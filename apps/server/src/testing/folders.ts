import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes an empty folder, with a space in its path as an operator's may have, for as long as the test runs. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo test "));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
