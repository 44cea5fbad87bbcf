import { type MasterKeyPlace, openSealer } from "../../platform/secrets/sealer.ts";

/** A hash by which the master key of an installation is recognized, and which reveals nothing about the key. */
export async function readMasterKeyMark(place: MasterKeyPlace): Promise<string> {
  const sealer = await openSealer(place);
  return sealer.hash("", "backup").toString("hex");
}
