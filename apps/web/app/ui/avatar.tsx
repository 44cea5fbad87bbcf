import { cx } from "~/ui/cx.ts";
import { type Presence, PresenceDot } from "~/ui/presence-tag.tsx";
import { usePhoto } from "~/ui/use-photo.ts";

type Props = {
  src: string | undefined;
  /** Whose face it is. Leave it empty where the name stands beside. */
  alt: string;
  size?: keyof typeof SIZES;
  presence?: Presence;
  className?: string;
};

const SIZES = { tiny: "size-6", small: "size-9", medium: "size-11", large: "size-13", huge: "size-24" };

/** A round photo. One that fails to load is tried again, then replaced by the default picture. */
export function Avatar({ src, alt, size = "medium", presence, className }: Props) {
  const photo = usePhoto(src);
  return (
    <span className={cx("relative inline-block shrink-0", SIZES[size], className)}>
      <img
        src={photo.src}
        alt={alt}
        onError={photo.onError}
        loading="lazy"
        decoding="async"
        className="size-full rounded-full bg-tint object-cover object-[50%_28%]"
      />
      {presence && <PresenceDot presence={presence} />}
    </span>
  );
}
