import type { ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";

type Props = {
  title: string;
  /** The second half of the title, in italics on a separate line. */
  accent: string;
  children: ReactNode;
  pictures: readonly string[];
};

const TILTS = ["-rotate-6 translate-y-3", "-rotate-2", "rotate-2", "rotate-6 translate-y-3"];

/** The dark head above the offers: title, short text and drawn faces (two in narrow windows). */
export function OfferHead({ title, accent, children, pictures }: Props) {
  return (
    <header className="bg-evening relative overflow-hidden rounded-sheet px-5 py-5.5 md:px-10 md:py-10">
      <h2 className="text-22 font-[480] text-on-dusk max-sm:max-w-[66%] max-sm:text-[1.25rem] md:text-36">
        {title} <em className="block">{accent}</em>
      </h2>
      <p className="mt-2 max-w-[44ch] text-14 text-on-dusk-soft max-sm:max-w-[58%] md:max-w-[32ch] lg:max-w-[44ch] md:text-16">
        {children}
      </p>
      <div
        aria-hidden
        className="pointer-events-none absolute top-5 -right-6 flex h-full sm:right-4 md:top-6 md:right-8"
      >
        {pictures.map((src, at) => (
          <img
            key={src}
            src={src}
            alt=""
            width={240}
            height={320}
            className={cx(
              "-ml-[36px] h-[120px] w-auto rounded-card border-4 border-on-dusk/12 object-cover first:ml-0 md:-ml-4 md:h-50",
              at < pictures.length - 2 && "max-lg:hidden",
              TILTS[at],
            )}
          />
        ))}
      </div>
    </header>
  );
}
