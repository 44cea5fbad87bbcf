import { ImageOff, RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { changeLook, type Look } from "./rules.ts";

type Props = {
  number: number;
  title: string;
  /** The address of the picture; if undefined, `children` says why. */
  src: string | undefined;
  look: Look;
  onLook: (look: Look) => void;
  /** True for the picture controlled by the keys. */
  isChosen: boolean;
  onChoose: () => void;
  /**
   * The staff member's address and the time, written over the picture, so that a screenshot shows whose screen it was.
   */
  viewer?: string;
  children?: ReactNode;
};

/** One picture of a review, rotated and zoomed by buttons or keys; when zoomed, it scrolls in its frame. */
export function DocumentView(props: Props) {
  const { number, title, src, look, onLook, isChosen, onChoose, viewer, children } = props;
  const change = (what: Parameters<typeof changeLook>[1]) => () => {
    onChoose();
    onLook(changeLook(look, what));
  };
  return (
    <section
      aria-label={title}
      className={cx(
        "grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] overflow-hidden rounded-card border bg-surface",
        isChosen ? "border-primary shadow-[inset_0_0_0_1px_var(--primary)]" : "border-line",
      )}
    >
      <div className="flex items-center border-b border-line pl-3 lg:gap-1">
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={onChoose}
          className="mr-auto flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-small text-left text-14 font-semibold"
        >
          <kbd className="grid size-5 shrink-0 place-items-center rounded-small border border-line text-13 text-muted max-lg:hidden">
            {number}
          </kbd>
          <span className="min-w-0 leading-tight">{title}</span>
        </button>
        <IconButton label={`Reduzir ${title}`} onClick={change("smaller")} disabled={!src || look.zoom === 1}>
          <ZoomOut aria-hidden strokeWidth={1.75} />
        </IconButton>
        <IconButton label={`Ampliar ${title}`} onClick={change("larger")} disabled={!src}>
          <ZoomIn aria-hidden strokeWidth={1.75} />
        </IconButton>
        <IconButton label={`Girar ${title}`} onClick={change("turn")} disabled={!src}>
          <RotateCw aria-hidden strokeWidth={1.75} />
        </IconButton>
      </div>
      {/* On desktops the four pictures fit into the window together, so that the selfie can be compared with the
          profile. */}
      <div className="relative aspect-square xl:aspect-auto xl:h-[max(15rem,calc((100dvh-20rem)/2))]">
        {/* When zoomed, the frame can take the focus, so that the keyboard scrolls it. */}
        <div
          tabIndex={look.zoom > 1 ? 0 : undefined}
          className="absolute inset-0 overflow-auto bg-tint [container-type:size]"
        >
          {src ? (
            <div className="relative" style={{ width: `${look.zoom * 100}cqw`, height: `${look.zoom * 100}cqh` }}>
              <img
                src={src}
                alt={title}
                draggable={false}
                className="absolute top-1/2 left-1/2 max-w-none -translate-1/2 object-contain"
                style={sizeOf(look)}
              />
            </div>
          ) : (
            <div className="grid size-full place-content-center justify-items-center gap-3 p-4 text-center text-14 text-muted">
              {children ?? <ImageOff aria-hidden className="size-7" strokeWidth={1.5} />}
            </div>
          )}
        </div>
        {src && viewer && <Watermark text={viewer} />}
      </div>
    </section>
  );
}

/** The picture fills its frame. Rotated by a quarter, it is as wide as the frame is high. */
function sizeOf({ zoom, turn }: Look) {
  const [across, down] = [`${zoom * 100}cqw`, `${zoom * 100}cqh`];
  const isOnItsSide = turn % 180 !== 0;
  return { rotate: `${turn}deg`, width: isOnItsSide ? down : across, height: isOnItsSide ? across : down };
}

const ROWS = Array.from({ length: 9 }, (_, row) => row);

function Watermark({ text }: { text: string }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-0 grid overflow-hidden opacity-25 mix-blend-difference"
    >
      {ROWS.map((row) => (
        // The words are rendered by CSS, because they are part of the picture and not text to read.
        <span
          key={row}
          data-text={`${text}   ·   `.repeat(4)}
          className="origin-left -rotate-12 text-13 whitespace-pre text-white before:content-[attr(data-text)]"
        />
      ))}
    </div>
  );
}
