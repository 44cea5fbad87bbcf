import type { ReactNode } from "react";
import { CONTENT, SkipLink } from "../skip-link.tsx";
import { GuestBar } from "./guest-bar.tsx";

export function GuestPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <GuestBar />
      <main {...CONTENT} className="flex-1 outline-none">
        {children}
      </main>
    </div>
  );
}
