import { type PhotoSlot, photoSizes, photoSrcSet } from "@caramelo/contract/photos/sources";
import type { Photo } from "@caramelo/contract/profiles/calls";
import { useLayoutEffect, useRef, useState } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { useBlur } from "~/ui/members/use-blur.ts";
import { usePhoto } from "~/ui/members/use-photo.ts";

type Props = {
  photo: Photo | null;
  /** Empty if the name is next to the photo. */
  alt: string;
  slot: PhotoSlot;
  /** The photo is visible when the screen opens, so it does not load lazily. */
  isEager?: boolean;
  /** The photo becomes visible next, so it loads neither lazily nor with priority. */
  isSoon?: boolean;
  className?: string;
};

/**
 * Fills its positioned parent: first with the thumbhash, then with the photo over it. Without a photo it shows the
 * placeholder photo.
 */
export function MemberPhoto({ photo, alt, slot, isEager = false, isSoon = false, className }: Props) {
  const { src, isStandIn, retry, onError } = usePhoto(photo?.medium);
  const [shownUrl, setShownUrl] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  const blur = useBlur(photo?.thumbhash, image, shownUrl === src);
  // A photo already loaded, with the page or in another list, shows at once, without a blur.
  useLayoutEffect(() => {
    if (image.current?.complete && image.current.naturalWidth > 0) setShownUrl(src);
  }, [src]);
  return (
    <span
      className={cx(
        "absolute inset-0 block overflow-hidden bg-cover bg-center",
        blur === undefined && "bg-tint",
        className,
      )}
      style={blur === undefined ? undefined : { backgroundImage: `url(${blur})` }}
    >
      <img
        ref={image}
        src={src}
        srcSet={photo && !isStandIn ? photoSrcSet(photo, retry) : undefined}
        sizes={photo && !isStandIn ? photoSizes(photo, slot) : undefined}
        alt={alt}
        loading={isEager || isSoon ? "eager" : "lazy"}
        fetchPriority={isEager ? "high" : undefined}
        decoding="async"
        draggable={false}
        onLoad={() => setShownUrl(src)}
        onError={onError}
        className={cx(
          "size-full object-cover object-[50%_28%] transition-opacity duration-200",
          shownUrl !== src && "opacity-0",
        )}
      />
    </span>
  );
}
