import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SessionUser } from "~/platform/session.ts";
import { type LiveListeners, openMessagingClient } from "./messaging-client.ts";
import { unreadTotal } from "./queries.ts";

/**
 * Receives and sends a member's messages (not for staff) while mounted. `listeners` must stay the same object. Returns
 * the number of unread messages.
 */
export function useMessaging({ id, isAdmin }: SessionUser, listeners: LiveListeners): number {
  useEffect(() => (isAdmin ? undefined : openMessagingClient(id, listeners)), [id, isAdmin, listeners]);
  return useQuery(unreadTotal()).data;
}
