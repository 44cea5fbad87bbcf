import { sql } from "kysely";
import { countEvents, type MemberEvents, type Period } from "../../../platform/database/count-of.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { LinkKind } from "./links.ts";

/** Sessions that ended after the beginning of a period: the index of ends finds them. */
const endedLater = (from: Date) => sql<boolean>`least(session.ended_at, session.expires_at) > ${from}`;

/** Members whose session began in a period: they typed their password, or used a passkey. */
export function listSignIns(db: Db, { from, to }: Period): Promise<MemberEvents[]> {
  return db
    .selectFrom("session")
    .where(endedLater(from))
    .where("createdAt", ">=", from)
    .where("createdAt", "<", to)
    .groupBy("memberId")
    .select(["memberId", ...countEvents("createdAt")])
    .execute();
}

/** Members whose session was valid at some moment of a period. `first` and `last` bound when such sessions began. */
export function listValidSessions(db: Db, { from, to }: Period): Promise<MemberEvents[]> {
  return db
    .selectFrom("session")
    .where(endedLater(from))
    .where("createdAt", "<", to)
    .groupBy("memberId")
    .select(["memberId", ...countEvents("createdAt")])
    .execute();
}

/** Members with a passkey that was added in a period. There are few passkeys, so there is no index by time. */
export function listNewPasskeys(db: Db, { from, to }: Period): Promise<MemberEvents[]> {
  return db
    .selectFrom("passkey")
    .where("createdAt", ">=", from)
    .where("createdAt", "<", to)
    .groupBy("memberId")
    .select(["memberId", ...countEvents("createdAt")])
    .execute();
}

/** Members who were sent a link of a kind in a period. */
export function listMailedLinks(db: Db, kind: LinkKind, { from, to }: Period): Promise<MemberEvents[]> {
  return (
    db
      .selectFrom("accountLink")
      .where("kind", "=", kind)
      // No link ends before it is made, and the ends have an index.
      .where("expiresAt", ">", from)
      .where("createdAt", ">=", from)
      .where("createdAt", "<", to)
      .groupBy("memberId")
      .select(["memberId", ...countEvents("createdAt")])
      .execute()
  );
}
