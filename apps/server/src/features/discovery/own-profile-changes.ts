import type { OwnAnnouncements } from "../../platform/database/connections.ts";
import type { DiscoveryIndex } from "../../platform/discovery-index.ts";

/** The channel on which the triggers that record changes of profiles announce them. */
const PROFILE_CHANNEL = "profile_change";

/**
 * Makes the next answer of discovery include what this process has written. Every connection pool that writes needs it.
 */
export function ownProfileChanges(findIndex: () => DiscoveryIndex): OwnAnnouncements {
  return { channel: PROFILE_CHANNEL, onAnnouncement: () => findIndex().noteWrite() };
}
