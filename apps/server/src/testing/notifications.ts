import type { Insertable } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { Notification } from "../platform/database/types.generated.ts";
import { randomId } from "../platform/ids.ts";

type Overrides = Partial<Pick<Insertable<Notification>, "type" | "createdAt" | "dismissedAt">>;

/** Stores a notification without publishing an event about it. Returns its id. */
export async function makeNotification(
  db: Db,
  member: { id: string },
  actor: { id: string },
  { type = "profile_view", createdAt = new Date(), dismissedAt = null }: Overrides = {},
): Promise<string> {
  const id = randomId();
  const facts = { memberId: member.id, actorId: actor.id, type, createdAt, dismissedAt };
  await db
    .insertInto("notification")
    .values({ id, ...facts })
    .execute();
  return id;
}
