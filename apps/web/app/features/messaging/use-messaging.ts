import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SessionUser } from "~/platform/session.ts";
import { type Ears, openDesk } from "./desk.ts";
import { unreadTotal } from "./queries.ts";

/**
 * While a member (never an admin) is here: messages arrive and leave, and the ears hear the rest; they stay the same
 * object. Answers how many messages are unread.
 */
export function useMessaging({ id, isAdmin }: SessionUser, ears: Ears): number {
  useEffect(() => (isAdmin ? undefined : openDesk(id, ears)), [id, isAdmin, ears]);
  return useQuery(unreadTotal()).data;
}
