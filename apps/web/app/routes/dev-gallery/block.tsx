import type { ReactNode } from "react";

export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-4 rounded-card border border-line bg-surface p-5">
      <h2 className="text-18">{title}</h2>
      {children}
    </section>
  );
}
