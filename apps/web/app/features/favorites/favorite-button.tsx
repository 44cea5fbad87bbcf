import { Heart } from "lucide-react";
import { useState } from "react";
import { vibrate } from "~/platform/motion.ts";
import { buttonClass } from "~/ui/basics/button-class.ts";
import { cx } from "~/ui/basics/cx.ts";
import { useFavoriteChange } from "./queries.ts";

type Props = {
  member: { id: string; name: string; isFavorite: boolean };
  /** `photo`: a round button on a photo; `button`: a button with a label. */
  look: "photo" | "button";
  className?: string;
};

/** The favourite toggle: a heart that shows as pressed while the member is a favourite. */
export function FavoriteButton({ member, look, className }: Props) {
  const { id, name, isFavorite } = member;
  const change = useFavoriteChange(id);
  const label = `Favoritar ${name}`;
  // Only a heart pressed here is animated, not every heart of an opening list.
  const [isPressedHere, setIsPressedHere] = useState(false);
  const pop = isFavorite && isPressedHere ? "animate-pop" : undefined;
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      title={look === "photo" ? label : undefined}
      onClick={() => {
        setIsPressedHere(true);
        if (!isFavorite) vibrate();
        change.mutate(!isFavorite);
      }}
      className={cx(
        look === "photo" && "disc-on-photo grid size-11 place-items-center",
        look === "button" && buttonClass({ variant: "outline", size: "large" }),
        look === "button" && isFavorite && "text-rose!",
        className,
      )}
    >
      {look === "photo" ? (
        <PhotoHeart label={label} isFavorite={isFavorite} pop={pop} />
      ) : (
        <>
          <Heart aria-hidden className={pop} strokeWidth={1.75} fill={isFavorite ? "currentColor" : "none"} />
          <span>{isFavorite ? "Favorito" : "Favoritar"}</span>
        </>
      )}
    </button>
  );
}

/** On photos the colours are the same in the light and the dark theme. */
function PhotoHeart({ label, isFavorite, pop }: { label: string; isFavorite: boolean; pop: string | undefined }) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <span
        className={cx(
          "press-disc grid size-8 place-items-center rounded-full md:size-9",
          isFavorite ? "bg-white text-[#b02a5b]" : "bg-night/62 text-white",
        )}
      >
        <Heart
          aria-hidden
          className={cx("size-5", pop)}
          strokeWidth={1.75}
          fill={isFavorite ? "currentColor" : "none"}
        />
      </span>
    </>
  );
}
