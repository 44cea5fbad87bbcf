import sharp from "sharp";
import { openSealer } from "../../apps/server/src/platform/secrets/sealer.ts";
import { openDocumentVault } from "../../apps/server/src/platform/storage/document-vault.ts";
import { openStores } from "../../apps/server/src/platform/storage/stores.ts";
import { makeVerification } from "../../apps/server/src/testing/verifications.ts";
import type { Maker } from "./member-factory.ts";
import { photoFiles } from "./people.ts";

/** Adds requests of members, as if they had sent documents; the first one is the oldest. */
export async function addWaiting({ db }: Maker, { dataDir }: { dataDir: string }, memberIds: readonly string[]) {
  const { documents } = await openStores({ dataDir });
  const documentVault = openDocumentVault(documents, await openSealer({ dataDir }));
  const picture = await sharp(photoFiles[0]).resize(800).webp().toBuffer();
  for (const [index, id] of memberIds.entries()) {
    const createdAt = new Date(Date.now() - (memberIds.length - index) * 60_000);
    await makeVerification({ db, context: { documentVault } }, id, { createdAt, picture });
  }
}
