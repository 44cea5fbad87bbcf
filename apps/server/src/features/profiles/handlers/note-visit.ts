import type { Context } from "../../../platform/context.ts";
import type { Me } from "../../../platform/http/serve-contract.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { addVisitNotification, countWaiting } from "../../notifications/queries.ts";
import { addVisit } from "../../visits/queries.ts";
import { lastVisitBefore } from "../../visits/rules.ts";

type Needed = Pick<Context, "db" | "clock" | "live" | "log">;

/**
 * Notes that a member opened another's profile, and tells the other one: once in 24 hours, the visit and its
 * notification together or neither. The team leaves no trace, nor does anybody on their own profile. Whoever reads gets
 * their answer whatever happens here.
 */
export async function noteVisit(context: Needed, me: Me, visitedId: string): Promise<void> {
  if (me.isAdmin || me.id === visitedId) return;
  const { db, live, log } = context;
  try {
    if (await addNews(context, me.id, visitedId)) {
      live.tell(visitedId, "notifications", { unread: await countWaiting(db, visitedId) });
    }
  } catch (error) {
    log.warn({ err: error }, "a visit was not noted");
  }
}

/** Touches no stream: it waits for nobody but another view of the same pair. */
function addNews({ db, clock }: Needed, visitorId: string, visitedId: string): Promise<boolean> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const isNews = await addVisit(trx, { visitedId, visitorId, at: now }, lastVisitBefore(now));
    if (isNews) {
      await addVisitNotification(trx, { id: uuidv7(now), memberId: visitedId, actorId: visitorId, createdAt: now });
    }
    return isNews;
  });
}
