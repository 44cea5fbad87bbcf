import type { ClientBase } from "pg";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import { keyOfMember, openAccess } from "./record-access.ts";

type Record = { hour: string; addressKey: Buffer; sealed: Buffer };
type Owner = Pick<ClientBase, "query">;

/**
 * The member's own accesses, the oldest first: hour and address. `withOwner` lends a connection of the database's owner
 * for one page, because the product's own role may not read the log.
 */
export async function* readOwnAccesses(
  { sealer, withOwner }: { sealer: Sealer; withOwner: <T>(work: (owner: Owner) => Promise<T>) => Promise<T> },
  memberId: string,
  limit: number,
): AsyncGenerator<{ hour: string; address: string }> {
  const key = keyOfMember(sealer, memberId);
  let page: Record[] = await withOwner((owner) => listRecords(owner, key, undefined, limit));
  while (page.length > 0) {
    for (const { sealed, hour } of page) yield { hour, address: openAccess(sealer, sealed).address };
    const last = page.at(-1);
    page = page.length < limit ? [] : await withOwner((owner) => listRecords(owner, key, last, limit));
  }
}

async function listRecords(owner: Owner, memberKey: Buffer, after: Record | undefined, limit: number) {
  const { rows } = await owner.query<Record>(
    `select to_json(hour at time zone 'UTC')#>>'{}' || 'Z' as hour, address_key as "addressKey", sealed
    from access_record where member_key = $1 and ($2::timestamptz is null or (hour, address_key) > ($2, $3))
    order by hour, address_key limit $4`,
    [memberKey, after?.hour ?? null, after?.addressKey ?? null, limit],
  );
  return rows;
}
