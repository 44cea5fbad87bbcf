import type { ReactNode } from "react";
import { Link } from "react-router";
import { messageOf } from "~/platform/api.ts";
import { cx } from "~/ui/basics/cx.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { useOpenAtSection, useSectionInView } from "./use-section-in-view.ts";

export type Section = { id: string; label: string };

/** The settings on one screen, with a link to each section: chips above on phones, a list at the side on desktops. */
export function SettingsFrame({ sections, children }: { sections: readonly Section[]; children: ReactNode }) {
  useOpenAtSection(sections);
  const here = useSectionInView(sections);
  return (
    <div className="mx-auto grid w-full max-w-shell grid-cols-[minmax(0,1fr)] px-4 pt-1.5 pb-12 md:px-8 md:pt-0 lg:grid-cols-[14.5rem_minmax(0,44rem)] lg:gap-12 xl:grid-cols-[14.5rem_minmax(0,44rem)_11.5rem] xl:justify-between min-[100rem]:grid-cols-[14.5rem_minmax(0,50rem)_14.5rem] lg:pt-8">
      <nav
        aria-label="Partes das configurações"
        className="sticky top-14 z-10 -mx-4 short:static flex gap-2 overflow-x-auto bg-canvas px-4 py-2.5 [scrollbar-width:none] md:top-16 md:-mx-8 md:px-8 lg:top-24 lg:mx-0 lg:flex-col lg:gap-0.5 lg:self-start lg:p-0"
      >
        {sections.map(({ id, label }) => (
          <Link
            key={id}
            to={`#${id}`}
            replace
            aria-current={id === here ? "location" : undefined}
            ref={id === here ? showInRow : undefined}
            className={cx(
              "press-row inline-flex min-h-11 shrink-0 items-center rounded-full border px-4 text-14 font-medium whitespace-nowrap md:px-3 lg:rounded-control lg:border-transparent lg:px-3 lg:text-16",
              id === here ? "border-primary bg-tint text-ink lg:font-semibold" : "border-line bg-surface text-muted",
              "hover-mouse:text-ink lg:bg-transparent lg:aria-[current]:bg-tint",
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 max-lg:[--bars-above:9rem] md:gap-5">{children}</div>
    </div>
  );
}

/** On phones the row is wider than the screen, so the current section is scrolled to the middle. */
function showInRow(entry: HTMLElement | null) {
  const row = entry?.parentElement;
  if (!entry || !row || row.scrollWidth <= row.clientWidth) return;
  row.scrollTo({ left: entry.offsetLeft - (row.clientWidth - entry.offsetWidth) / 2 });
}

/** The classes of one section, for sections that render their heading themselves. */
export const SECTION_CLASS =
  "scroll-mt-31 short:scroll-mt-2 rounded-card border border-line bg-surface px-4 py-4 max-md:[&_button]:whitespace-normal md:scroll-mt-33 md:px-6 md:py-5 lg:scroll-mt-24";

export function SettingsSection({ id, label, text, children }: Section & { text?: ReactNode; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-titulo`} className={SECTION_CLASS}>
      <h2 id={`${id}-titulo`} className="text-18">
        {label}
      </h2>
      {text && <p className="mt-1 text-14 text-muted">{text}</p>}
      <div className="mt-2">{children}</div>
    </section>
  );
}

export function SettingsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <LoadFailed title="Não conseguimos abrir suas configurações" text={messageOf(error)} onRetry={onRetry} />;
}

export function SettingsSkeleton() {
  return (
    <div role="status" className="mx-auto grid w-full max-w-page gap-4 px-4 py-4 md:px-8 lg:pl-72">
      <span className="sr-only">Carregando…</span>
      <Skeleton shape="card" className="h-44 max-w-176" />
      <Skeleton shape="card" className="h-96 max-w-176" />
    </div>
  );
}
