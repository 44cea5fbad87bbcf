import { PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import type { InfiniteData } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { logFailure } from "~/platform/log.ts";
import { changeMember } from "~/platform/member-cache.ts";
import { queryClient } from "~/platform/query.ts";
import { CONVERSATIONS } from "../queries.ts";
import { listRows } from "../sync/stream-rules.ts";
import type { ConversationPage } from "../types.ts";

const askedAt = new Map<string, number>();

/**
 * Reads the presence of a member who writes while the list shows them as offline. At most once a minute, because some
 * members hide their presence.
 */
export async function askPresence(memberId: string): Promise<void> {
  const list = queryClient.getQueryData<InfiniteData<ConversationPage>>(CONVERSATIONS);
  const row = list && listRows(list.pages).find(({ peer }) => peer.id === memberId);
  const isEarly = performance.now() < (askedAt.get(memberId) ?? Number.NEGATIVE_INFINITY) + PRESENCE_EVERY_MS;
  if (!row || row.peer.presence === "online" || isEarly) return;
  askedAt.set(memberId, performance.now());
  try {
    const { presences } = await api.presence.list({ query: { ids: [memberId] } });
    for (const { id, presence } of presences) changeMember(queryClient, id, { presence });
  } catch (error) {
    // Only logged, because the visible presences are read every minute anyway.
    logFailure("reading who is here", error);
  }
}
