import type { ReactNode } from "react";

type Props = {
  /** The icon on the front card, 32 px and coloured: the screen's usual content, or the problem. */
  icon: ReactNode;
};

/** Three fanned cards, the front one empty. Shown above the text of an empty or failed screen. */
export function StateArt({ icon }: Props) {
  return (
    <span aria-hidden="true" className="relative block h-[178px] w-[220px]">
      <svg viewBox="0 0 220 178" aria-hidden="true" focusable="false" className="size-full">
        <rect {...CARD} transform="rotate(-13 110 85) translate(-46 6)" className="fill-tint stroke-line" />
        <rect {...CARD} transform="rotate(13 110 85) translate(46 6)" className="fill-tint stroke-line" />
        <rect {...CARD} strokeWidth="1.5" strokeDasharray="5 3.5" className="fill-surface stroke-field-line" />
      </svg>
      <span className="absolute top-5 left-[61px] grid h-[130px] w-[98px] place-items-center [&>svg]:size-8 [&>svg]:stroke-[1.75]">
        {icon}
      </span>
    </span>
  );
}

const CARD = { x: 61, y: 20, width: 98, height: 130, rx: 16, strokeWidth: 1 };
