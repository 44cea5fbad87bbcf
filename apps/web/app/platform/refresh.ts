import type { Changed } from "@caramelo/contract/call/call";
import type { Query } from "@tanstack/react-query";
import { queryClient } from "./query.ts";
import { refreshSession } from "./session.ts";

/**
 * Reloads what a call has changed, here or on another device: all queries whose `meta` names the change, and the
 * session if the own account has changed.
 */
export function refresh(what: Changed): void {
  if (what === "self") void refreshSession();
  const isConcerned = ({ meta }: Query) => [meta?.refreshOn].flat().includes(what);
  void queryClient.invalidateQueries({ predicate: (query) => isConcerned(query) && !query.meta?.isRefreshedLater });
  void queryClient.invalidateQueries({
    predicate: (query) => isConcerned(query) && query.meta?.isRefreshedLater === true,
    refetchType: "none",
  });
}
