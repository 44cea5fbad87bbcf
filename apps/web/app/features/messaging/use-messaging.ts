import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SessionUser } from "~/platform/session.ts";
import { openDesk } from "./desk.ts";
import { unreadTotal } from "./queries.ts";

/** While a member (never an admin) is here: messages arrive and leave. Answers how many are unread. */
export function useMessaging({ id, isAdmin }: SessionUser): number {
  useEffect(() => (isAdmin ? undefined : openDesk(id)), [id, isAdmin]);
  return useQuery(unreadTotal()).data;
}
