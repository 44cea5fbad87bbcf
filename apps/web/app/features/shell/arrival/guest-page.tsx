import type { ReactNode } from "react";
import { preloadRareCalls } from "~/platform/api.ts";
import { usePreload } from "~/ui/states/lazy-part.tsx";
import { CONTENT, SkipLink } from "../skip-link.tsx";
import { GuestBar } from "./guest-bar.tsx";

// The guests' forms use rare calls.
const rareCalls = { preload: preloadRareCalls };

export function GuestPage({ isMember, children }: { isMember?: boolean; children: ReactNode }) {
  usePreload(rareCalls);
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
