import type { ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";

type Props = {
  /** The link with the brand, because guest pages with a picture have no other header. */
  brandLink: ReactNode;
  /** The two halves of the headline. The second is gold and not italic, because italics need another font file. */
  headline: readonly [string, string];
  /** Makes the headline the page title for strangers. Returning visitors see another title. */
  isTitleForStrangers?: boolean;
  picture: ReactNode;
  /** Small print at the foot, shown on desktops only. */
  foot: ReactNode;
  className?: string;
  /** Size and position of the headline. */
  headlineClass: string;
};

/** The half of a guest page that shows a picture. It looks the same in the light and the dark theme. */
export function AuthHero({
  brandLink,
  headline,
  isTitleForStrangers = false,
  picture,
  foot,
  className,
  headlineClass,
}: Props) {
  return (
    <header
      className={cx(
        "relative flex flex-col overflow-hidden bg-[#2a1510] px-5 py-3 text-on-dusk md:max-lg:px-8 lg:px-12 lg:pt-8 lg:pb-10 [&_a]:focus-on-photo",
        className,
      )}
    >
      {picture}
      <div
        aria-hidden
        className="absolute inset-0 bg-[linear-gradient(to_bottom,rgb(22_10_10/0.62),rgb(22_10_10/0.18)_42%,transparent_60%,rgb(22_10_10/0.68))]"
      />
      <div className="relative flex flex-1 flex-col items-start">
        {brandLink}
        {isTitleForStrangers && (
          <h1 className={cx(HEADLINE, headlineClass, "returning:hidden")}>
            <Words headline={headline} />
          </h1>
        )}
        <p className={cx(HEADLINE, headlineClass, isTitleForStrangers && "stranger:hidden")}>
          <Words headline={headline} />
        </p>
        <div className="mt-auto hidden flex-wrap gap-x-6 gap-y-2 text-14 text-on-dusk-soft lg:flex [&_span]:inline-flex [&_span]:items-center [&_span]:gap-2 [&_svg]:size-5 [&_svg]:stroke-[1.75]">
          {foot}
        </div>
      </div>
    </header>
  );
}

// The lines break the same with and without a heading element, whose lines are balanced elsewhere.
const HEADLINE = "max-w-[13ch] text-wrap font-display leading-[1.12] font-[560] tracking-[-0.022em]";

function Words({ headline: [start, rest] }: Pick<Props, "headline">) {
  return (
    <>
      {start} <em className="text-dusk-button not-italic">{rest}</em>
    </>
  );
}
