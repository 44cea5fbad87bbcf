import type { Insertable } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { Notification } from "../platform/database/types.generated.ts";
import { uuidv7 } from "../platform/ids.ts";

type Overrides = Partial<Pick<Insertable<Notification>, "type" | "createdAt" | "dismissedAt">>;

/** A notification as it is stored, without anybody hearing of it; answers its id. */
export async function makeNote(
  db: Db,
  member: { id: string },
  actor: { id: string },
  { type = "profile_view", createdAt = new Date(), dismissedAt = null }: Overrides = {},
): Promise<string> {
  const id = uuidv7(new Date());
  const facts = { memberId: member.id, actorId: actor.id, type, createdAt, dismissedAt };
  await db
    .insertInto("notification")
    .values({ id, ...facts })
    .execute();
  return id;
}
