import type { MailKind } from "@caramelo/contract/mail/texts";
import { countEvents, type MemberEvents, type Period } from "../../platform/database/count-events.ts";
import type { Db } from "../../platform/database/database.ts";

/** Who was sent a mail of a kind in a period, at the address that their account has now. */
export function listMailed(db: Db, kind: MailKind, { from, to }: Period): Promise<MemberEvents[]> {
  return db
    .selectFrom("mail")
    .innerJoin("member", "member.email", "mail.recipient")
    .where("mail.kind", "=", kind)
    .where("mail.createdAt", ">=", from)
    .where("mail.createdAt", "<", to)
    .groupBy("member.id")
    .select(["member.id as memberId", ...countEvents("mail.createdAt")])
    .execute();
}
