import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import { ArrowLeft, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { PresenceTag } from "~/ui/members/presence-tag.tsx";
import type { Profile } from "../queries.ts";
import { WildcardLabel } from "../wildcard-label.tsx";
import { ProfileGallery } from "./profile-gallery.tsx";

/** The fields that a card has too, so that a profile can be rendered from the card while the rest loads. */
type Person = Pick<ProfileCard, "id" | "name" | "age" | "city" | "presence" | "isWildcardCity">;

type Props = {
  person: Person;
  photos: Profile["photos"];
  /** The index of the initial photo: the one that the pressed card showed. */
  startPhoto?: number | undefined;
  /** The foot of the lightbox. */
  photosFoot?: ReactNode;
  onBack: () => void;
  /** The content below the head; on larger screens next to the photos. */
  children: ReactNode;
};

/** Another member's profile: the photos, the head, and the children below it. */
export function ProfileFrame({ person, photos, startPhoto = 0, photosFoot, onBack, children }: Props) {
  return (
    <article
      data-member-id={person.id}
      className="relative grid grid-cols-[minmax(0,1fr)] md:grid-cols-[20rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-x-8 lg:grid-cols-[clamp(18rem,(100dvh-17rem)*0.75,24.5rem)_minmax(0,1fr)] min-[100rem]:grid-cols-[clamp(18rem,(100dvh-17rem)*0.75,31rem)_minmax(0,1fr)] lg:gap-x-12"
    >
      <div className="max-md:-mx-4 max-md:[grid-area:1/1] md:row-span-2">
        <ProfileGallery name={person.name} photos={photos} start={startPhoto} foot={photosFoot}>
          <IconButton
            look="photo"
            label="Voltar"
            onClick={onBack}
            position="absolute"
            className="top-3 left-2 md:hidden"
          >
            <ArrowLeft aria-hidden strokeWidth={1.75} />
          </IconButton>
        </ProfileGallery>
      </div>
      <Head person={person} />
      {children}
    </article>
  );
}

/** On phones the head overlays the photo; from 768 px on it is next to it. */
function Head({ person: { name, age, city, presence, isWildcardCity } }: { person: Person }) {
  return (
    <header className="pointer-events-none z-1 self-end pb-4 max-md:bg-profile-foot max-md:-mx-4 max-md:pt-20 max-md:pr-4 max-md:pl-4 max-md:text-on-photo max-md:[grid-area:1/1] max-md:[view-transition-name:member-head] md:self-start md:pr-14">
      <PresenceTag presence={presence} ground="photo" className="md:hidden" />
      <PresenceTag presence={presence} className="max-md:hidden" />
      <h1 className="mt-0.5 mb-0.5 text-28 wrap-break-word md:mt-1.5 md:mb-1 md:text-36 md:font-[520] md:tracking-[-0.02em]">
        {name}, {age}
      </h1>
      <p className="flex items-center gap-1.5 md:text-muted">
        <MapPin aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        <span className="min-w-0 wrap-break-word">{city}</span>
      </p>
      {isWildcardCity && <WildcardLabel className="pointer-events-auto -mt-2 max-md:text-on-photo" />}
    </header>
  );
}
