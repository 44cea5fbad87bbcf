import { celebrateMatch } from "~/platform/celebrate-match.ts";
import { logFailure } from "~/platform/log.ts";
import { queryClient } from "~/platform/query.ts";
import { readSession } from "~/platform/session.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { notificationList } from "./queries.ts";
import { describeMatch, typesOf } from "./rules.ts";
import type { Notification } from "./waiting-rules.ts";

/** Shows a pop-up in the visible tab for a match that another member has just made with this one. */
export async function popUpMatch(withId: string): Promise<void> {
  const { user } = readSession();
  if (!user?.preferences.hasPopUps || document.visibilityState !== "visible") return;
  const actor = user.preferences.hasDiscreetTitles ? undefined : await findActor(withId);
  showToast(describeMatch(withId, actor));
  celebrateMatch(withId);
}

/**
 * The member who made the match, from its notification; undefined if the request fails or the notification was
 * dismissed.
 */
async function findActor(withId: string): Promise<Notification["actor"] | undefined> {
  try {
    const { notifications } = await queryClient.fetchQuery({ ...notificationList(), staleTime: 0, retry: false });
    return notifications.find((row) => row.actor.id === withId && typesOf(row).includes("match"))?.actor;
  } catch (error) {
    logFailure("finding who made a match", error);
    return undefined;
  }
}
