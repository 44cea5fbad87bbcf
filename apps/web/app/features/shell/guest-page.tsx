import type { ReactNode } from "react";
import { GuestBar } from "./guest-bar.tsx";

/** A plain screen for people without a session. */
export function GuestPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <GuestBar />
      <main className="flex-1">{children}</main>
    </div>
  );
}
