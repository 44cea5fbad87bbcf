import { cx } from "~/ui/basics/cx.ts";

export type Presence = "online" | "recent" | "available" | "offline";

const WORDS: Record<Presence, string> = {
  online: "Online",
  recent: "Online Recente",
  available: "Disponível",
  offline: "Offline",
};

const ON_PAGE: Record<Presence, string> = {
  online: "text-ok",
  recent: "text-warn",
  available: "text-ok",
  offline: "text-muted",
};

const DOT_ON_PHOTO: Record<Presence, string> = {
  online: "bg-photo-ok",
  recent: "bg-photo-warn",
  available: "bg-photo-ok",
  offline: "",
};

const GROUNDS = {
  page: "gap-1.5 text-13 leading-[1.3]",
  photo: "gap-1.5 text-13 leading-[1.3] text-on-photo",
  // The tag has a dark background, because the photo behind may have any brightness.
  chip: "gap-1 rounded-full bg-night/66 px-1.75 text-[0.75rem] leading-5 tracking-[-0.01em] text-on-photo md:px-2 md:text-13 md:leading-6",
};

type TagProps = { presence: Presence; ground?: keyof typeof GROUNDS; className?: string };

/** The presence as a dot with a word, because colour alone is insufficient. */
export function PresenceTag({ presence, ground = "page", className }: TagProps) {
  const isOnPage = ground === "page";
  return (
    <span
      className={cx(
        "inline-flex items-center font-medium whitespace-nowrap",
        GROUNDS[ground],
        isOnPage && ON_PAGE[presence],
        className,
      )}
    >
      <span
        aria-hidden
        className={cx(
          "size-2 shrink-0 rounded-full",
          presence === "offline" && "shadow-[inset_0_0_0_1.5px_currentcolor]",
          presence !== "offline" && (isOnPage ? "bg-current" : DOT_ON_PHOTO[presence]),
        )}
      />
      {WORDS[presence]}
    </span>
  );
}

/**
 * The visible word next to a dot, without which an available member would look online. Hidden from screen readers,
 * which read the dot's label.
 */
export function AvailableWord({ presence }: { presence: Presence }) {
  if (presence !== "available") return null;
  return (
    <span aria-hidden className="shrink-0 text-13 font-medium text-ok">
      {WORDS.available}
    </span>
  );
}

/** The dot alone, for the corner of an avatar. Screen readers read its word. */
export function PresenceDot({ presence, className }: { presence: Presence; className?: string }) {
  if (presence === "offline") return null;
  return (
    <span
      className={cx(
        "absolute right-0 bottom-px size-3.25 rounded-full border-2 border-surface",
        presence === "recent" ? "bg-warn" : "bg-ok",
        className,
      )}
    >
      <span className="sr-only">{WORDS[presence]}</span>
    </span>
  );
}
