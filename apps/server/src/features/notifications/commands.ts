import type { Context } from "../../platform/context.ts";
import { countWaiting } from "./queries/bell.ts";

/** Publishes the current count of a member's bell to all their tabs and devices. Call it only after the commit. */
export async function publishBell(
  { db, live }: Pick<Context, "db" | "live">,
  memberId: string,
): Promise<{ unread: number }> {
  const unread = await countWaiting(db, memberId);
  live.publish(memberId, "notifications", { unread });
  return { unread };
}
