import { openSealer } from "../../platform/secrets/sealer.ts";

/** A hash by which the master key of a data folder is recognized, and which reveals nothing about the key. */
export async function readMasterKeyMark(dataDir: string): Promise<string> {
  const sealer = await openSealer(dataDir);
  return sealer.hash("", "backup").toString("hex");
}
