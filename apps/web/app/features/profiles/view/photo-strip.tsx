import { PROFILE_SLOT } from "@caramelo/contract/photos/sources";
import type { Photo } from "@caramelo/contract/profiles/calls";
import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from "react";
import { MemberPhoto } from "~/ui/members/member-photo.tsx";
import { judgeTap, photoInView, photoNumber, stepFrom } from "./gallery-rules.ts";

type Props = {
  strip: RefObject<HTMLDivElement | null>;
  photos: readonly Photo[];
  at: number;
  onView: (index: number) => void;
  onStep: (index: number) => void;
  onOpen: () => void;
};

/**
 * Scrolls a strip to one of its photos: smoothly to a neighbour, at once to any other. With reduced motion it always
 * jumps.
 */
export function scrollToPhoto(strip: HTMLElement | null, index: number, isNext: boolean): void {
  strip?.scrollTo({ left: index * strip.clientWidth, behavior: isNext ? "auto" : "instant" });
}

/**
 * A row of photos that can be swiped. A tap in the middle opens the photo; a tap at an edge and the arrow keys step.
 */
export function PhotoStrip({ strip, photos, at, onView, onStep, onOpen }: Props) {
  // Photos beyond the next one load only when the member gets there.
  const [furthest, setFurthest] = useState(at);
  function handleScroll() {
    const node = strip.current;
    if (!node) return;
    const seenPhoto = photoInView(node.scrollLeft, node.clientWidth, photos.length);
    if (seenPhoto === at) return;
    setFurthest(Math.max(furthest, seenPhoto));
    onView(seenPhoto);
  }
  function handleTap(event: MouseEvent<HTMLButtonElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    // A press by keyboard or screen reader has no position, so it opens the photo.
    const tapped = event.detail === 0 ? "open" : judgeTap((event.clientX - left) / width, at, photos.length);
    if (tapped === "open") onOpen();
    else onStep(tapped);
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const next = stepFrom(at, event.key === "ArrowLeft" ? -1 : 1, photos.length);
    strip.current?.querySelectorAll("button")[next]?.focus({ preventScroll: true });
    onStep(next);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <div
      ref={strip}
      onScroll={handleScroll}
      onKeyDown={handleKey}
      className="flex size-full snap-x snap-mandatory scroll-smooth overflow-x-auto overflow-y-hidden overscroll-x-contain [scrollbar-width:none]"
    >
      {photos.map((photo, index) => (
        <div key={photo.medium} className="relative size-full shrink-0 snap-center snap-always">
          <MemberPhoto
            photo={photo}
            alt={photoNumber(index, photos.length)}
            slot={PROFILE_SLOT}
            isEager={index === 0}
            isSoon={index <= furthest + 1}
          />
          <button
            type="button"
            tabIndex={index === at ? 0 : -1}
            onClick={handleTap}
            className="focus-inset-on-photo absolute inset-0 cursor-zoom-in after:absolute after:inset-0 md:after:rounded-card"
          >
            <span className="sr-only">{`Ampliar foto ${index + 1} de ${photos.length}`}</span>
          </button>
        </div>
      ))}
    </div>
  );
}
