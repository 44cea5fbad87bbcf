import type { ReactNode } from "react";
import { CONTENT, SkipLink } from "../skip-link.tsx";
import { GuestBar } from "./guest-bar.tsx";

export function GuestPage({ isMember, children }: { isMember?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <GuestBar isMember={isMember} />
      <main {...CONTENT} className="flex-1 outline-none">
        {children}
      </main>
    </div>
  );
}
