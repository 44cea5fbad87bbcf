import { Heart } from "lucide-react";
import { buttonClass } from "~/ui/button-class.ts";
import { cx } from "~/ui/cx.ts";
import { useFavoriteChange } from "./queries.ts";

type Props = {
  member: { id: string; name: string; isFavorite: boolean };
  /** `photo`: a disc on a picture; `button`: with its word. */
  look: "photo" | "button";
  className?: string;
};

/** The heart: pressed means favourite. */
export function FavoriteButton({ member, look, className }: Props) {
  const { id, name, isFavorite } = member;
  const change = useFavoriteChange(id);
  const label = `Favoritar ${name}`;
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      title={look === "photo" ? label : undefined}
      onClick={() => change.mutate(!isFavorite)}
      className={cx(
        look === "photo" && "grid size-11 place-items-center rounded-control focus-on-photo",
        look === "button" && buttonClass({ variant: "outline", size: "large" }),
        look === "button" && isFavorite && "text-rose!",
        className,
      )}
    >
      {look === "photo" ? (
        <PhotoHeart label={label} isFavorite={isFavorite} />
      ) : (
        <>
          <Heart aria-hidden strokeWidth={1.75} fill={isFavorite ? "currentColor" : "none"} />
          Favorito
        </>
      )}
    </button>
  );
}

/** On photographs the colours stay by day and by night. */
function PhotoHeart({ label, isFavorite }: { label: string; isFavorite: boolean }) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <span
        className={cx(
          "grid size-8.5 place-items-center rounded-full md:size-9",
          isFavorite ? "bg-white text-[#b02a5b]" : "bg-night/60 text-white backdrop-blur-sm",
        )}
      >
        <Heart aria-hidden className="size-5" strokeWidth={1.75} fill={isFavorite ? "currentColor" : "none"} />
      </span>
    </>
  );
}
