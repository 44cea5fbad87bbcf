import { openSealer } from "../../platform/secrets/sealer.ts";

/** Recognises the master key of a data folder, without telling anything of it. */
export async function readMasterKeyMark(dataDir: string): Promise<string> {
  const sealer = await openSealer(dataDir);
  return sealer.hash("", "backup").toString("hex");
}
