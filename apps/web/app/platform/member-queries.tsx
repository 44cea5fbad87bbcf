import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { forgetAtMemberChange, queryClient } from "./query.ts";

/** Provides a member's screens with the query cache, which is never shared with another member. */
export function MemberQueries({ children }: { children: ReactNode }) {
  useEffect(forgetAtMemberChange, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
