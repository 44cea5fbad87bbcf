import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "~/ui/cx.ts";
import { useOpenAtPlace, useSectionInView } from "./use-section-in-view.ts";

export type Place = { id: string; label: string };

/** The settings on one screen, with the way to each of its places: chips above on phones, a list beside on desktops. */
export function SettingsFrame({ places, children }: { places: readonly Place[]; children: ReactNode }) {
  useOpenAtPlace(places);
  const here = useSectionInView(places);
  return (
    <div className="mx-auto grid w-full max-w-[1280px] grid-cols-[minmax(0,1fr)] px-4 pt-1.5 pb-12 md:px-8 md:pt-0 lg:grid-cols-[13rem_minmax(0,44rem)] lg:gap-12 lg:pt-8">
      <nav
        aria-label="Partes das configurações"
        className="sticky top-14 z-10 -mx-4 flex gap-2 overflow-x-auto bg-canvas px-4 py-2.5 [scrollbar-width:none] md:top-16 md:-mx-8 md:px-8 lg:top-24 lg:mx-0 lg:flex-col lg:gap-0.5 lg:self-start lg:p-0"
      >
        {places.map(({ id, label }) => (
          <Link
            key={id}
            to={`#${id}`}
            replace
            aria-current={id === here ? "location" : undefined}
            ref={id === here ? showInRow : undefined}
            className={cx(
              "inline-flex min-h-11 shrink-0 items-center rounded-full border px-4 text-14 font-medium whitespace-nowrap md:px-3 lg:rounded-control lg:border-transparent lg:px-3 lg:text-16",
              id === here ? "border-primary bg-tint text-ink lg:font-semibold" : "border-line bg-surface text-muted",
              "hover-mouse:text-ink lg:bg-transparent lg:aria-[current]:bg-tint",
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="grid min-w-0 gap-4 md:gap-5">{children}</div>
    </div>
  );
}

/** On phones the row is wider than the screen: the open place must not hide at its end. */
function showInRow(entry: HTMLElement | null) {
  const row = entry?.parentElement;
  if (!entry || !row || row.scrollWidth <= row.clientWidth) return;
  row.scrollTo({ left: entry.offsetLeft - (row.clientWidth - entry.offsetWidth) / 2 });
}

/** The frame of one place, for what brings its own heading. */
export const PLACE_CLASS =
  "scroll-mt-31 rounded-card border border-line bg-surface px-4 py-4 md:scroll-mt-33 md:px-6 md:py-5 lg:scroll-mt-24";

/** One place of the settings. */
export function SettingsPlace({ id, label, text, children }: Place & { text?: ReactNode; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-titulo`} className={PLACE_CLASS}>
      <h2 id={`${id}-titulo`} className="text-18">
        {label}
      </h2>
      {text && <p className="mt-1 text-14 text-muted">{text}</p>}
      <div className="mt-2">{children}</div>
    </section>
  );
}
