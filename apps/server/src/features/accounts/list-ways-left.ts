import type { Db } from "../../platform/database/database.ts";
import { findFactor } from "./queries/factors.ts";
import { listPasskeys } from "./queries/passkeys.ts";

/** What opens an account beside its password, the oldest key first and the app last. A blocked key opens nothing. */
export async function listWaysLeft(db: Db, memberId: string) {
  const passkeys = (await listPasskeys(db, memberId)).filter(({ blockedAt }) => blockedAt === null);
  const keys = passkeys.map(({ name, createdAt, addedOn, offSince }) => ({
    kind: "key" as const,
    name,
    addedAt: createdAt,
    addedOn,
    isOff: offSince !== null,
  }));
  const { setUpAt, addedOn = null, offSince = null } = (await findFactor(db, memberId)) ?? {};
  const app = { kind: "app" as const, name: null, addedOn, isOff: offSince !== null };
  return setUpAt ? [...keys, { ...app, addedAt: setUpAt }] : keys;
}
