import type { OwnAnnouncements } from "../../platform/database/connections.ts";
import type { DiscoveryIndex } from "../../platform/discovery-index.ts";

/** What the triggers say that record changes of profiles. */
const PROFILE_CHANNEL = "profile_change";

/** What this process itself writes counts in its next answer of discovery; for every pool that writes. */
export function ownProfileChanges(findIndex: () => DiscoveryIndex): OwnAnnouncements {
  return { channel: PROFILE_CHANNEL, onAnnouncement: () => findIndex().noteWrite() };
}
