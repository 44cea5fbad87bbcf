import { randomBytes } from "node:crypto";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { VERIFICATION_DOCUMENTS } from "@caramelo/contract/limits";
import { lockForVerification } from "../../../base/members/age-queries.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { randomId } from "../../../platform/ids.ts";
import { processFiles } from "../../../platform/storage/photo-store.ts";
import { addDocuments } from "../document-queries.ts";
import { addRequest, findLatestRequest, getOwnVerification } from "../queries.ts";
import { birthDateError, judgeRequest, reasonText } from "../rules.ts";

export const mine = handle(contract.verification.mine, async ({ me, db, clock }) => {
  if (me.isAdmin) fail("PERMISSION_DENIED");
  return present(await getOwnVerification(db, me.id, clock.now()));
});

export const request = handle(
  contract.verification.request,
  async ({ body, files, signal, me, limits, ...context }) => {
    const { db, clock, documentVault } = context;
    if (me.isAdmin) fail("PERMISSION_DENIED");
    const birthDate = birthDateError(body.birthOn, dayInBrazil(clock.now()), "member");
    if (birthDate !== undefined) fail("VALIDATION_ERROR", { fields: { birthOn: birthDate } });
    if (files.length < VERIFICATION_DOCUMENTS.length) {
      fail("VALIDATION_ERROR", { fields: { photos: fieldTexts.documentsRequired } });
    }
    // This early check avoids decoding documents that will be refused; the decisive check runs again under the lock.
    failUnlessWelcome(await getOwnVerification(db, me.id, clock.now()));

    // The files are decoded and re-encoded like photos, so that only the picture itself is stored.
    const pictures = await processFiles(context, files, { lane: "members", sender: me.id, signal });
    await limits.verifications.take();
    const now = clock.now();
    const id = randomId();
    const sealedKey = documentVault.makeKey(id);
    const documents = VERIFICATION_DOCUMENTS.map((kind) => ({
      requestId: id,
      kind,
      objectKey: `${randomBytes(16).toString("hex")}.sealed`,
      createdAt: now,
    }));
    await addDocuments(db, documents);
    for (const [index, { objectKey }] of documents.entries()) {
      const picture = pictures[index] ?? fail("VALIDATION_ERROR");
      await documentVault.put({ ownerId: id, sealedKey, objectKey }, picture.sizes.large);
    }
    await db.transaction().execute(async (trx) => {
      // The member's profile is locked, so that one of two simultaneous requests is refused.
      const profile = (await lockForVerification(trx, me.id)) ?? fail("PERMISSION_DENIED");
      failUnlessWelcome({ ...profile, latest: await findLatestRequest(trx, me.id) });
      const facts = { id, memberId: me.id, birthOn: body.birthOn, sealedKey: Buffer.from(sealedKey) };
      await addRequest(trx, { ...facts, createdAt: now, updatedAt: now });
    });
    return present(await getOwnVerification(db, me.id, clock.now()));
  },
);

function failUnlessWelcome(facts: Parameters<typeof judgeRequest>[0]): void {
  const verdict = judgeRequest(facts);
  if (verdict === "managed") fail("PERMISSION_DENIED");
  if (verdict === "done") fail("VERIFICATION_DONE");
  if (verdict === "pending") fail("VERIFICATION_PENDING");
}

function present(own: Awaited<ReturnType<typeof getOwnVerification>>) {
  const { latest, birthOn, hasPriority } = own;
  return {
    request: latest
      ? {
          status: latest.status,
          birthOn: latest.birthOn,
          createdAt: latest.createdAt,
          reviewedAt: latest.reviewedAt,
          reason: latest.reason && reasonText(latest.reason, latest.note),
        }
      : null,
    isAgeAssured: birthOn !== null,
    hasPriority,
    mayRequest: judgeRequest(own) === "welcome",
  };
}
