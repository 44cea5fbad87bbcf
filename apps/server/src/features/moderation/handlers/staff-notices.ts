import { contract } from "@caramelo/contract/contract";
import { shortEmail } from "@caramelo/contract/formats/short-email";
import { CASE_PAGE } from "@caramelo/contract/limits";
import { quotedNumber } from "../../../base/mail/rules.ts";
import { presentNamed } from "../../../base/members/rules.ts";
import { handle } from "../../../platform/handle.ts";
import { recordListing } from "../../staff-watch/commands.ts";
import { findNamed } from "../notice-rules.ts";
import { countNotices } from "../queries/counts.ts";
import { listNotices, listReplies } from "../queries/staff-notices.ts";

export const staffNotices = handle(contract.moderation.staffNotices, async ({ query, me, ...context }) => {
  const { db, clock, photoLinks } = context;
  const { status = "pending", page = 1 } = query;
  await recordListing(context, me, { list: "notices", page });
  const isDecided = status === "decided";
  const rows = await listNotices(db, { isDecided, offset: (page - 1) * CASE_PAGE, limit: CASE_PAGE });
  const now = clock.now();
  const replies = await listReplies(
    db,
    rows.map(({ id }) => id),
  );
  return {
    notices: rows.map(
      ({ memberId, name, email, fileName, photoId, confirmedAt, senderId, brakedAt, hasHidden, isHiding, ...row }) => ({
        ...row,
        senderEmail: shortEmail(row.senderEmail),
        sender: presentSender({ confirmedAt, senderId }),
        isBraked: brakedAt !== null && !hasHidden,
        hasHidden: isHiding,
        reply: replies.get(row.id) ?? null,
        number: quotedNumber(row.id),
        named: findNamed({ address: row.address, memberId, photoId }),
        member: memberId === null ? null : presentNamed({ id: memberId, name, email }),
        photoUrl: fileName === null ? null : photoLinks.linkTo(fileName, "medium", now),
      }),
    ),
    count: await countNotices(db, isDecided),
  };
});

function presentSender({ confirmedAt, senderId }: { confirmedAt: Date | null; senderId: string | null }) {
  if (confirmedAt) return "confirmed" as const;
  return senderId === null ? ("unknown" as const) : ("member" as const);
}
