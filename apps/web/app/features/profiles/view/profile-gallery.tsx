import type { Photo } from "@caramelo/contract/profiles/calls";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { MemberPhoto } from "~/ui/members/member-photo.tsx";
import { PhotoSegments } from "~/ui/members/photo-segments.tsx";
import { LazyPart, lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";
import { photoNumber } from "./gallery-rules.ts";
import { PhotoStep } from "./photo-step.tsx";
import { PhotoStrip, scrollToPhoto } from "./photo-strip.tsx";

// The lightbox code is as large as the rest of the screen, so it loads when the browser is idle.
const Lightbox = lazyPart(() => import("~/ui/overlays/lightbox.tsx").then((file) => file.Lightbox));

const THUMB = { ratio: 3 / 4, widths: [["", "90px"]] } as const;

type Props = {
  name: string;
  photos: readonly Photo[];
  /** The index of the initial photo. */
  start: number;
  /** The foot of the lightbox. */
  foot?: ReactNode;
  /** Content that overlays the photos on phones. */
  children?: ReactNode;
};

/**
 * The photos of a member: swiped, stepped through, chosen by thumbnails on larger screens, and opened in the lightbox
 * by a press.
 */
export function ProfileGallery({ name, photos, start, foot, children }: Props) {
  const [viewed, setAt] = useState(photos[start] ? start : 0);
  const [box, setBox] = useState<"unused" | "open" | "closed">("unused");
  const strip = useRef<HTMLDivElement>(null);
  const first = useRef(viewed);
  useLayoutEffect(() => scrollToPhoto(strip.current, first.current, false), []);
  usePreload(Lightbox);
  const label = `Fotos de ${name}`;
  const count = photos.length;
  const at = Math.min(viewed, Math.max(count - 1, 0));
  // The lightbox returns the focus to the section, because focusing the pressed photo would scroll the strip back to
  // it.
  const section = useRef<HTMLElement>(null);
  function open() {
    section.current?.focus({ preventScroll: true });
    setBox("open");
  }
  const focusPhoto = () => strip.current?.querySelectorAll("button")[at]?.focus({ preventScroll: true });
  const go = (index: number) => scrollToPhoto(strip.current, index, Math.abs(index - at) === 1);
  return (
    <section ref={section} aria-label={label} tabIndex={-1} className="grid gap-3 outline-none">
      <div className="group grown-photo relative h-[min(110vw,70svh)] overflow-hidden bg-night md:aspect-3/4 md:h-auto md:rounded-card">
        {count === 0 && <MemberPhoto photo={null} alt="" slot={THUMB} isEager />}
        <PhotoStrip strip={strip} photos={photos} at={at} onView={setAt} onStep={go} onOpen={open} />
        {count > 1 && <Steps at={at} count={count} onStep={go} />}
        {children}
      </div>
      {count > 1 && <Thumbs photos={photos} at={at} onChoose={go} />}
      {box !== "unused" && (
        <LazyPart
          onFailure={() => {
            setBox("unused");
            focusPhoto();
          }}
        >
          <Lightbox
            photos={photos}
            label={label}
            index={at}
            isOpen={box === "open"}
            foot={foot}
            onClose={() => setBox("closed")}
            onView={(index) => {
              setAt(index);
              scrollToPhoto(strip.current, index, false);
            }}
            onGone={focusPhoto}
          />
        </LazyPart>
      )}
    </section>
  );
}

type StepsProps = { at: number; count: number; onStep: (index: number) => void };

/** Shows the position in the photos, as bars and in words, with step buttons for mouse, keyboard and screen reader. */
function Steps({ at, count, onStep }: StepsProps) {
  return (
    <>
      <div aria-hidden className="bg-photo-head pointer-events-none absolute inset-x-0 top-0 h-20 md:hidden" />
      <PhotoSegments count={count} at={at} className="absolute inset-x-3 top-2 md:hidden" />
      <p aria-live="polite" className="sr-only">
        {photoNumber(at, count)}
      </p>
      <PhotoStep label="Foto anterior" by={-1} at={at} count={count} onStep={onStep} className="top-1/2" />
      <PhotoStep label="Próxima foto" by={1} at={at} count={count} onStep={onStep} className="top-1/2" />
    </>
  );
}

type ThumbsProps = { photos: readonly Photo[]; at: number; onChoose: (index: number) => void };

function Thumbs({ photos, at, onChoose }: ThumbsProps) {
  return (
    <ul className={cx("grid gap-3 max-md:hidden", photos.length > 4 ? "grid-cols-5" : "grid-cols-4")}>
      {photos.map((photo, index) => (
        <li key={photo.medium}>
          <button
            type="button"
            aria-current={index === at}
            onClick={() => onChoose(index)}
            className="press relative block aspect-3/4 w-full overflow-hidden rounded-control aria-[current=true]:outline-2 aria-[current=true]:outline-offset-2 aria-[current=true]:outline-primary"
          >
            <MemberPhoto photo={photo} alt="" slot={THUMB} />
            <span className="sr-only">{photoNumber(index, photos.length)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
