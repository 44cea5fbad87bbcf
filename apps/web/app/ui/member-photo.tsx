import type { Photo } from "@caramelo/contract/profiles";
import { useMemo, useState } from "react";
import { thumbHashToDataURL } from "thumbhash";
import { cx } from "~/ui/cx.ts";
import { type PhotoPlace, photoSizes, photoSrcSet } from "~/ui/photo-rules.ts";
import { usePhoto } from "~/ui/use-photo.ts";

type Props = {
  photo: Photo | null;
  /** Empty where the name stands beside. */
  alt: string;
  place: PhotoPlace;
  /** Seen at once when the screen opens: it does not wait for a scroll. */
  isEager?: boolean;
  className?: string;
};

/** Fills its positioned parent: the thumbhash first, then the photo over it, or the default picture without one. */
export function MemberPhoto({ photo, alt, place, isEager = false, className }: Props) {
  const { src, isStandIn, retry, onError } = usePhoto(photo?.medium);
  const [shown, setShown] = useState<string>();
  const blur = useBlur(photo?.thumbhash);
  return (
    <span
      className={cx("absolute inset-0 block overflow-hidden bg-tint bg-cover bg-center", className)}
      style={blur === undefined ? undefined : { backgroundImage: `url(${blur})` }}
    >
      <img
        src={src}
        srcSet={photo && !isStandIn ? photoSrcSet(photo, retry) : undefined}
        sizes={photo && !isStandIn ? photoSizes(photo, place) : undefined}
        alt={alt}
        loading={isEager ? "eager" : "lazy"}
        fetchPriority={isEager ? "high" : undefined}
        decoding="async"
        draggable={false}
        onLoad={() => setShown(src)}
        onError={onError}
        className={cx(
          "size-full object-cover object-[50%_28%] transition-opacity duration-200",
          shown !== src && "opacity-0",
        )}
      />
    </span>
  );
}

/** A thumbhash (base64) as a picture of a few pixels. Kept, since cards are drawn more often than they change. */
function useBlur(thumbhash: string | undefined): string | undefined {
  return useMemo(() => {
    if (thumbhash === undefined) return undefined;
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (byte) => byte.charCodeAt(0)));
  }, [thumbhash]);
}
