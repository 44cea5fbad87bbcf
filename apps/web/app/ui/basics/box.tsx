import type { ReactNode } from "react";

/** A part of a screen with its own heading. */
export function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 className="mb-3 text-18">{title}</h2>
      {children}
    </section>
  );
}
