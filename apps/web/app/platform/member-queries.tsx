import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { forgetAtMemberChange, queryClient } from "./query.ts";

/** Gives a member's screens the cache of the server's answers, which no other member sees. */
export function MemberQueries({ children }: { children: ReactNode }) {
  useEffect(forgetAtMemberChange, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
