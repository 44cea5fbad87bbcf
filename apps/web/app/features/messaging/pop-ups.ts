import { api } from "~/platform/api.ts";
import { logFailure } from "~/platform/log.ts";
import { queryClient } from "~/platform/query.ts";
import { readSession, type SessionUser } from "~/platform/session.ts";
import { showToast } from "~/ui/toast.ts";
import { describePopUp, type Incoming, judgeIncoming, listIncoming } from "./pop-up-rules.ts";
import { conversationList, roomOf } from "./queries.ts";
import { readPeerId } from "./rules.ts";
import { ringOnce } from "./sound.ts";
import { listRows } from "./stream-rules.ts";
import type { Change, Peer } from "./types.ts";

let heard: Change[] = [];

/** A change of the member's messages, which may be worth a pop-up. Those of one moment are looked at together. */
export function hearForPopUps(change: Change): void {
  heard.push(change);
  if (heard.length === 1) setTimeout(() => void tellOfAll());
}

async function tellOfAll(): Promise<void> {
  const incoming = listIncoming(heard);
  heard = [];
  const { user } = readSession();
  if (!user) return;
  const last = incoming.at(-1);
  if (last) void ringOnce(last.message.id, judgeHere(user, last).rings);
  for (const one of incoming) await popUp(user, one);
}

function judgeHere(user: SessionUser, { withId }: Incoming) {
  const isRoomOpen = location.pathname === "/mensagens" && readPeerId(new URLSearchParams(location.search)) === withId;
  return judgeIncoming(user.preferences, { isVisible: document.visibilityState === "visible", isRoomOpen });
}

async function popUp(user: SessionUser, one: Incoming): Promise<void> {
  const isDiscreet = user.preferences.hasDiscreetTitles;
  const sender = isDiscreet || !judgeHere(user, one).popsUp ? undefined : await findSender(one.withId);
  // Looked at again: the conversation may have been opened while its name was asked for.
  if (judgeHere(user, one).popsUp) showToast(describePopUp(one, sender, isDiscreet));
}

/** Who wrote; undefined when nobody can say it now. The list is asked for once, then it follows the stream. */
async function findSender(memberId: string): Promise<Peer | undefined> {
  try {
    const { pages } = await queryClient.ensureInfiniteQueryData(conversationList());
    const known = listRows(pages).find(({ peer }) => peer.id === memberId)?.peer;
    const open = queryClient.getQueryData(roomOf(memberId).queryKey)?.peer;
    if (known ?? open) return known ?? open;
    const latest = await api.messaging.conversations();
    return latest.conversations.find(({ peer }) => peer.id === memberId)?.peer;
  } catch (error) {
    logFailure("finding the sender of a message", error);
    return undefined;
  }
}
