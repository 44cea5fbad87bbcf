import { contract } from "@caramelo/contract/contract";
import { addJob } from "../../../platform/database/jobs.ts";
import { normalizeEmail } from "../../../platform/delivery/mailbox-rules.ts";
import { handle } from "../../../platform/handle.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { addBanMarks } from "../../bans/queries.ts";
import { normalizeDocument } from "../../bans/rules.ts";
import { listPhotoFiles } from "../../moderation/queries/ban-reasons.ts";
import { takeOut } from "../../moderation/suspension-commands.ts";
import { findDocumentMark } from "../../verification/queries.ts";

/** Bans a member and refuses their address, document and photos from then on. */
export const ban = handle(contract.moderation.ban, async ({ params, body, me, banKeys, ...context }) => {
  const now = context.clock.now();
  requireFreshFactor(me, now);
  const { id: memberId } = params;
  const { reason, caseId, documentNumber } = body;
  const document = normalizeDocument(documentNumber ?? "");
  await takeOut(
    context,
    { memberId, kind: "ban", reason, until: null, actorId: me.id, caseId },
    now,
    async (trx, email) => {
      const documentMark = await findDocumentMark(trx, memberId);
      await addBanMarks(trx, [
        { kind: "email", hash: banKeys.hash("email", normalizeEmail(email)), memberId, bannedAt: now },
        ...(document === ""
          ? []
          : [{ kind: "document" as const, hash: banKeys.hash("document", document), memberId, bannedAt: now }]),
        ...(documentMark ? [{ kind: "document" as const, hash: documentMark, memberId, bannedAt: now }] : []),
      ]);
      for (const fileName of await listPhotoFiles(trx, memberId))
        await addJob(trx, "ban-photo", { fileName, memberId });
    },
  );
  return {};
});
