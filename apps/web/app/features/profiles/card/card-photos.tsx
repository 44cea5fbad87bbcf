import { PHOTOS_MIN } from "@caramelo/contract/limits";
import { CARD_SLOT } from "@caramelo/contract/photos/sources";
import type { Photo } from "@caramelo/contract/profiles/calls";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { MemberPhoto } from "~/ui/members/member-photo.tsx";
import { PhotoSegments } from "~/ui/members/photo-segments.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { profileQuery } from "../queries.ts";
import { photoNumber, stepFrom } from "../view/gallery-rules.ts";
import { PhotoStep } from "../view/photo-step.tsx";
import { followFinger, useCardSwipe } from "./use-card-swipe.ts";

type Props = { id: string; name: string; mainPhoto: Photo };

/**
 * Steps through a member's photos on their card: by swipe, edge buttons and arrow keys. A card has only the main photo;
 * the first step loads the profile with the others, subject to the limits of profiles.
 */
export function CardPhotos({ id, name, mainPhoto }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const { photos, at, count, furthest, begin, step } = usePhotos(id);
  const go = (by: -1 | 1) => step(stepFrom(at, by, count));
  useCardSwipe(root, {
    onMove: (dx) => {
      begin();
      drag(strip.current, followFinger(dx, at, count));
    },
    onEnd: (by) => {
      drag(strip.current, undefined);
      if (by !== 0) go(by);
    },
    onKey: go,
  });
  // On phones the buttons leave space for the message link.
  const steps = { at, count, onStep: step, className: "top-[38%] md:top-1/2" };
  return (
    <div ref={root} className="contents">
      {furthest !== undefined && (
        <div
          ref={strip}
          aria-hidden
          style={{ translate: `calc(${-100 * at}% + var(--dragged, 0px))` }}
          className="absolute inset-0 -z-1 flex transition-[translate] duration-200 ease-out motion-reduce:transition-none"
        >
          {(photos ?? [mainPhoto, undefined]).map((photo, index) => (
            <div
              key={photo?.medium ?? "loading"}
              data-photo-at={index === at ? index : undefined}
              className="relative size-full shrink-0"
            >
              {!photo && <Skeleton className="size-full" />}
              {photo && index <= furthest + 1 && <MemberPhoto photo={photo} alt="" slot={CARD_SLOT} isSoon />}
            </div>
          ))}
        </div>
      )}
      {photos && <PhotoSegments count={count} at={at} className="absolute inset-x-3.5 bottom-1" />}
      <p aria-live="polite" className="sr-only">
        {photos && furthest !== undefined && photoNumber(at, count)}
      </p>
      {furthest !== undefined && <PhotoStep label={`Foto anterior de ${name}`} by={-1} {...steps} />}
      <PhotoStep label={`Próxima foto de ${name}`} by={1} {...steps} />
    </div>
  );
}

/** Moves the photos with the finger; undefined releases them. */
function drag(strip: HTMLElement | null, dx: number | undefined): void {
  strip?.style.setProperty("--dragged", `${dx ?? 0}px`);
  strip?.style.setProperty("transition-duration", dx === undefined ? "" : "0s");
}

/**
 * The photos of a member, loaded by the first step. `furthest`: the index of the last viewed one; undefined until a
 * finger or a step begins.
 */
function usePhotos(id: string) {
  const client = useQueryClient();
  const [photos, setPhotos] = useState<readonly Photo[]>();
  const [place, setPlace] = useState({ at: 0, furthest: undefined as number | undefined });
  const isLoading = useRef(false);
  // Until loaded, assume the minimum that sign-up requires.
  const count = photos?.length ?? PHOTOS_MIN;
  const at = Math.min(place.at, Math.max(count - 1, 0));
  const begin = () => setPlace((former) => (former.furthest === undefined ? { at: 0, furthest: 0 } : former));
  function load() {
    if (isLoading.current) return;
    isLoading.current = true;
    client.ensureQueryData(profileQuery(id)).then(
      (profile) => setPhotos(profile.photos),
      (error: unknown) => {
        isLoading.current = false;
        setPlace({ at: 0, furthest: undefined });
        showToast({ type: "error", title: messageOf(error) });
      },
    );
  }
  function step(next: number) {
    if (next === at) return;
    load();
    setPlace((former) => ({ at: next, furthest: Math.max(next, former.furthest ?? 0) }));
  }
  return { photos, count, at, furthest: place.furthest, begin, step };
}
