import { cx } from "~/ui/basics/cx.ts";

/** The light behind a figure, and the figure; they alternate, so that neighbours differ. */
const LOOKS = [
  { ground: "fill-gold/25", light: "fill-gold-soft", figure: "fill-primary/55" },
  { ground: "fill-rose/20", light: "fill-mine", figure: "fill-rose/45" },
  { ground: "fill-info/20", light: "fill-info-soft", figure: "fill-info/45" },
  { ground: "fill-primary/25", light: "fill-gold-soft", figure: "fill-ink/45" },
  { ground: "fill-ok/20", light: "fill-ok-soft", figure: "fill-gold/55" },
];

/** The position and size of a figure. */
const POSES = [
  { x: 0, y: 0, scale: 1 },
  { x: -7, y: 4, scale: 0.92 },
  { x: 6, y: -4, scale: 1.1 },
];

/**
 * A card behind frosted glass. Rendered only from its list position, because nothing about the person is known: no
 * photo, and no thumbhash, which could be sharpened.
 */
export function FrostedCard({ index }: { index: number }) {
  const look = LOOKS[index % LOOKS.length];
  const { x, y, scale } = POSES[index % POSES.length] ?? { x: 0, y: 0, scale: 1 };
  return (
    <span className="relative block aspect-3/4 overflow-hidden rounded-card border border-line bg-tint">
      <svg viewBox="0 0 60 80" aria-hidden="true" focusable="false" className="size-full blur-[7px]">
        <rect x="-10" y="-10" width="80" height="100" className={look?.ground} />
        <circle cx={18 - x} cy="16" r="17" className={look?.light} />
        <g transform={`translate(${30 + x} ${38 + y}) scale(${scale})`} className={look?.figure}>
          <ellipse cx="0" cy="-6" rx="10.5" ry="13" />
          <path d="M-26 52c0-24 9-37 26-37s26 13 26 37z" />
        </g>
      </svg>
      <span className="absolute inset-x-3 bottom-3 grid gap-1.5">
        <span className={cx("h-3 rounded-control bg-surface/70", index % 2 === 0 ? "w-3/5" : "w-1/2")} />
        <span className="h-2.5 w-2/5 rounded-control bg-surface/50" />
      </span>
    </span>
  );
}
