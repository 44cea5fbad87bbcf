import { CARD_SLOT } from "@caramelo/contract/photos/sources";
import type { ProfileCard as Card } from "@caramelo/contract/profiles/calls";
import { MANAGED_LABEL } from "@caramelo/contract/texts/profile";
import { MessageCircle } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { chatPath } from "~/platform/path-rules.ts";
import { cx } from "~/ui/basics/cx.ts";
import { MemberPhoto } from "~/ui/members/member-photo.tsx";
import { PresenceTag } from "~/ui/members/presence-tag.tsx";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";
import { PROMOTED_LABEL } from "../rules.ts";
import { CardFoot } from "./card-foot.tsx";
import { growBackTo } from "./grow-from.ts";

// Needed only when a card is touched, hovered or focused.
const CardPhotos = lazyPart(() => import("./card-photos.tsx").then((file) => file.CardPhotos));

type Props = {
  profile: Card;
  /** The photo is visible when the screen opens, so it loads at once. */
  isEager?: boolean;
  /** Whether the viewer may contact members; staff may not. */
  mayContact: boolean;
  /** The favourite toggle in its look for photos. */
  favorite: ReactNode;
};

/**
 * A member in a list. The photo fills the card and can be swiped, and the whole card links to the profile. The ring of
 * a promoted card is behind the photo; in front of it, a thin line of the photo would show at the corners.
 */
export function ProfileCard({ profile, isEager = false, mayContact, favorite }: Props) {
  const { id, photo, isPromoted, isManaged, name } = profile;
  const [isTouched, setIsTouched] = useState(false);
  const touch = () => setIsTouched(true);
  return (
    <article
      ref={(card) => growBackTo(card, id)}
      data-member-id={id}
      onPointerEnter={touch}
      onFocus={touch}
      className={cx(
        "press-card group touch-pan-y touch-pinch-zoom aspect-3/4 rounded-card text-on-photo [content-visibility:auto]",
        isPromoted && "bg-[#e3bc62] p-0.5",
      )}
    >
      <div
        className={cx(
          "relative isolate flex size-full flex-col justify-end overflow-hidden",
          isPromoted ? "rounded-[14px]" : "rounded-card",
        )}
      >
        <MemberPhoto photo={photo} alt="" slot={CARD_SLOT} isEager={isEager} className="-z-1" />
        <CardFoot profile={profile} label={isPromoted && <PromotedLabel />}>
          {mayContact && !isManaged && <MessageLink id={id} name={name} />}
        </CardFoot>
        <Labels profile={profile} />
        {mayContact && <div className="absolute top-0 right-0">{favorite}</div>}
        {isTouched && photo && (
          <LazyPart isQuiet onFailure={() => setIsTouched(false)}>
            <CardPhotos id={id} name={name} mainPhoto={photo} />
          </LazyPart>
        )}
      </div>
    </article>
  );
}

const LABEL =
  "rounded-full px-1.75 text-[0.75rem] leading-5 font-semibold whitespace-nowrap md:px-2 md:text-13 md:leading-6";

/**
 * The labels are in the corner away from the face and the heart. On phones two labels would cover a face, so the label
 * of a promoted card is above the name there, next to the message link.
 */
function Labels({ profile: { presence, isPromoted, isManaged } }: { profile: Card }) {
  return (
    <div
      className={cx(
        "pointer-events-none absolute inset-1.25 grid content-start justify-items-start gap-0.5 md:inset-2.5 md:gap-1",
        isPromoted && "md:pt-7",
      )}
    >
      {presence !== "offline" && <PresenceTag presence={presence} ground="chip" />}
      {isManaged && <span className={cx(LABEL, "bg-night/66")}>{MANAGED_LABEL}</span>}
    </div>
  );
}

function PromotedLabel() {
  return (
    <span
      className={cx(
        LABEL,
        "pointer-events-none absolute bg-dusk-button text-[#5f4300] max-md:-left-1 max-md:bottom-1.25 md:top-2.5 md:left-2.5",
      )}
    >
      {PROMOTED_LABEL}
    </span>
  );
}

/** The link is above the text at the foot of the card, where it covers no face and is far from the heart. */
function MessageLink({ id, name }: { id: string; name: string }) {
  const label = `Enviar mensagem para ${name}`;
  return (
    <Link
      to={chatPath(id)}
      title={label}
      className="shown-on-hover disc-on-photo absolute right-0 bottom-0 grid size-11 place-items-center text-white"
    >
      <span className="sr-only">{label}</span>
      <span className="press-disc grid size-8 place-items-center rounded-full bg-night/62 md:size-9">
        <MessageCircle aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
    </Link>
  );
}
