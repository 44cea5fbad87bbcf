import { api } from "~/platform/api.ts";
import { logFailure } from "~/platform/log.ts";
import { queryClient } from "~/platform/query.ts";
import { ringOnce } from "~/platform/ring-once.ts";
import { readSession, type SessionUser } from "~/platform/session.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { chatOf, conversationList } from "../queries.ts";
import { isChatWith } from "../rules.ts";
import { listRows } from "../sync/stream-rules.ts";
import type { Change, Peer } from "../types.ts";
import { classifyIncoming, describePopUp, type Incoming, listIncoming } from "./rules.ts";

let queuedChanges: Change[] = [];

/** Queues a change for a pop-up. Changes that arrive together are handled together. */
export function queuePopUp(change: Change): void {
  queuedChanges.push(change);
  if (queuedChanges.length === 1) setTimeout(() => void processQueue());
}

async function processQueue(): Promise<void> {
  const incoming = listIncoming(queuedChanges);
  queuedChanges = [];
  const { user } = readSession();
  if (!user) return;
  const last = incoming.at(-1);
  if (last) void ringOnce(last.message.id, classifyHere(user, last).rings);
  for (const message of incoming) await popUp(user, message);
}

function classifyHere(user: SessionUser, { withId }: Incoming) {
  const isChatOpen = isChatWith(location, withId);
  return classifyIncoming(user.preferences, { isVisible: document.visibilityState === "visible", isChatOpen });
}

async function popUp(user: SessionUser, message: Incoming): Promise<void> {
  const isDiscreet = user.preferences.hasDiscreetTitles;
  const sender = isDiscreet || !classifyHere(user, message).popsUp ? undefined : await findSender(message.withId);
  // Classify again, because the conversation may have been opened while the sender was loading.
  if (classifyHere(user, message).popsUp) showToast(describePopUp(message, sender, isDiscreet));
}

/**
 * The sender; undefined if not found or if a request fails. The conversation list is loaded once and then follows the
 * stream.
 */
async function findSender(memberId: string): Promise<Peer | undefined> {
  try {
    const { pages } = await queryClient.ensureInfiniteQueryData(conversationList());
    const listedPeer = listRows(pages).find(({ peer }) => peer.id === memberId)?.peer;
    const openPeer = queryClient.getQueryData(chatOf(memberId).queryKey)?.peer;
    if (listedPeer ?? openPeer) return listedPeer ?? openPeer;
    const latest = await api.messaging.conversations({ query: { sort: "latest" } });
    return latest.conversations.find(({ peer }) => peer.id === memberId)?.peer;
  } catch (error) {
    logFailure("finding the sender of a message", error);
    return undefined;
  }
}
