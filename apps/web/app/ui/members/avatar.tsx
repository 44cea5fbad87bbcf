import { cx } from "~/ui/basics/cx.ts";
import { type Presence, PresenceDot } from "~/ui/members/presence-tag.tsx";
import { usePhoto } from "~/ui/members/use-photo.ts";

type Props = {
  src: string | undefined;
  /** The person's name; empty if the name is next to the photo. */
  alt: string;
  /** Shows the first letter of the name until the photo is loaded. */
  name?: string;
  size?: keyof typeof SIZES;
  presence?: Presence;
  className?: string;
};

const SIZES = {
  tiny: "size-6 text-13",
  small: "size-9 text-16",
  medium: "size-11 text-18",
  large: "size-13 text-22",
  huge: "size-24 text-36",
};

/** A round photo. A photo that fails to load is retried, and finally replaced by the placeholder photo. */
export function Avatar({ src, alt, name, size = "medium", presence, className }: Props) {
  const photo = usePhoto(src);
  const [initial = ""] = name ?? "";
  return (
    <span className={cx("relative inline-block shrink-0", SIZES[size], className)}>
      <span
        aria-hidden
        // CSS renders the letter, so that it is not part of the surrounding text, e.g. of a row.
        data-initial={initial.toLocaleUpperCase("pt-BR")}
        className="absolute inset-0 grid place-items-center rounded-full bg-tint font-display leading-none font-[560] text-muted before:content-[attr(data-initial)]"
      />
      <img
        src={photo.src}
        alt={alt}
        onError={photo.onError}
        loading="lazy"
        decoding="async"
        className="relative size-full rounded-full object-cover object-[50%_28%]"
      />
      {presence && <PresenceDot presence={presence} />}
    </span>
  );
}
