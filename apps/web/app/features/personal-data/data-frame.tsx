import type { ReactNode } from "react";

/** The page "Meus dados": its sections below each other. */
export function DataFrame({ children }: { children: ReactNode }) {
  return <div className="mx-auto grid w-full max-w-160 gap-4 px-4 pt-4 pb-12 md:gap-5 md:px-8 md:pt-6">{children}</div>;
}

type SectionProps = { id: string; title: string; text?: ReactNode; children: ReactNode };

/** One section of the page. `id` is its address fragment. */
export function DataSection({ id, title, text, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-titulo`}
      className="scroll-mt-20 rounded-card border border-line bg-surface px-4 py-4 md:px-6 md:py-5"
    >
      <h2 id={`${id}-titulo`} className="text-18">
        {title}
      </h2>
      {text && <p className="mt-1 text-14 text-muted">{text}</p>}
      <div className="mt-2">{children}</div>
    </section>
  );
}
