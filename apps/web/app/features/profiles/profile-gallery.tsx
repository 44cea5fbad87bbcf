import type { Photo } from "@caramelo/contract/profiles";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { cx } from "~/ui/cx.ts";
import { MemberPhoto } from "~/ui/member-photo.tsx";

// Few visits open it, and it is as large as the rest of the screen.
const Lightbox = lazy(() => import("~/ui/lightbox.tsx").then((file) => ({ default: file.Lightbox })));

const BIG = {
  ratio: 3 / 4,
  widths: [
    ["(min-width: 768px)", "392px"],
    ["", "100vw"],
  ],
} as const;
const THUMB = { ratio: 3 / 4, widths: [["", "90px"]] } as const;

type Props = {
  name: string;
  photos: readonly Photo[];
  /** Stands on the big photo, on phones. */
  children?: ReactNode;
};

/** The photos of a member: one large, the others to choose from; a press shows them over the whole screen. */
export function ProfileGallery({ name, photos, children }: Props) {
  const [at, setAt] = useState(0);
  const [box, setBox] = useState<"unused" | "open" | "closed">("unused");
  const opener = useRef<HTMLButtonElement>(null);
  const label = `Fotos de ${name}`;
  const photo = photos[at] ?? photos[0] ?? null;
  return (
    <section aria-label={label} className="grid gap-3">
      <div className="relative h-[min(110vw,70svh)] overflow-hidden bg-night md:aspect-3/4 md:h-auto md:rounded-card">
        <MemberPhoto
          key={photo?.medium}
          photo={photo}
          alt={photo ? `${label}: ${at + 1} de ${photos.length}` : ""}
          place={BIG}
          isEager
        />
        {photo && (
          <button
            ref={opener}
            type="button"
            onClick={() => setBox("open")}
            className="focus-inset-on-photo absolute inset-0 cursor-zoom-in! after:absolute after:inset-0 md:after:rounded-card"
          >
            <span className="sr-only">{`Ampliar foto ${at + 1} de ${photos.length}`}</span>
          </button>
        )}
        {photos.length > 1 && (
          <span
            aria-hidden
            className="pointer-events-none absolute right-3.5 bottom-3.5 z-2 rounded-full bg-night/66 px-3 text-14 leading-7.5 font-semibold text-white tabular-nums"
          >
            {at + 1} / {photos.length}
          </span>
        )}
        {children}
      </div>
      {photos.length > 1 && <Thumbs photos={photos} at={at} onChoose={setAt} />}
      {box !== "unused" && (
        <Suspense>
          <Lightbox
            photos={photos}
            label={label}
            index={at}
            isOpen={box === "open"}
            onClose={() => setBox("closed")}
            onView={setAt}
            onGone={() => opener.current?.focus()}
          />
        </Suspense>
      )}
    </section>
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
            className="relative block aspect-3/4 w-full overflow-hidden rounded-control aria-[current=true]:outline-2 aria-[current=true]:outline-offset-2 aria-[current=true]:outline-primary"
          >
            <MemberPhoto photo={photo} alt="" place={THUMB} />
            <span className="sr-only">{`Foto ${index + 1} de ${photos.length}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
