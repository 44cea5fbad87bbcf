import type { Match } from "@caramelo/contract/favorites/calls";
import type { Photo } from "@caramelo/contract/profiles/calls";
import { favoriteTexts, matchedWith } from "@caramelo/contract/texts/favorites";
import { Heart } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { celebrateMatch } from "~/platform/celebrate-match.ts";
import { Button } from "~/ui/basics/button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { MemberPhoto } from "~/ui/members/member-photo.tsx";
import { MessageLink } from "~/ui/members/message-link.tsx";
import { usePhoto } from "~/ui/members/use-photo.ts";
import { SheetBox } from "~/ui/overlays/sheet-box.tsx";

type Props = {
  match: Match & { id: string };
  ownPhotoUrl: string | null;
  isOpen: boolean;
  onClose: () => void;
  /** Suggested first messages; undefined if there are none. */
  openings: ReactNode;
};

/** The sheet of a match: both faces, and links to the first message. */
export function MatchSheet({ match, ownPhotoUrl, isOpen, onClose, openings }: Props) {
  const { id, name, photo, needsUpgrade } = match;
  useEffect(() => {
    if (isOpen) celebrateMatch(id);
  }, [isOpen, id]);
  return (
    <SheetBox
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      art={<Faces photo={photo} ownPhotoUrl={ownPhotoUrl} isLow={openings !== undefined} />}
      title={favoriteTexts.matchTitle}
      description={matchedWith(name)}
    >
      <div className="grid gap-2 pt-2">
        {openings}
        <MessageLink memberId={id} needsUpgrade={needsUpgrade} onClick={onClose} isWide>
          Mandar mensagem
        </MessageLink>
        <Button variant="ghost" size="large" isWide onClick={onClose}>
          Continuar
        </Button>
      </div>
    </SheetBox>
  );
}

const SLOT = { ratio: 3 / 4, widths: [["", "128px"]] } as const;
const CARD =
  "relative h-41 w-31 overflow-hidden [@media(max-height:30rem)]:h-24 [@media(max-height:30rem)]:w-18 rounded-card border-[3px] border-[#fff3e2] shadow-soft transition-[opacity,translate,rotate] duration-300 starting:opacity-0 starting:rotate-0";

/** On phones: leaves space for openings, so that all actions are visible at once. */
const LOW =
  "[@media(min-height:30.1rem)_and_(max-height:49rem)]:h-28 [@media(min-height:30.1rem)_and_(max-height:49rem)]:w-21";

type FacesProps = { photo: Photo | null; ownPhotoUrl: string | null; isLow: boolean };

function Faces({ photo, ownPhotoUrl, isLow }: FacesProps) {
  const own = usePhoto(ownPhotoUrl ?? undefined);
  return (
    <div
      aria-hidden
      className="bg-dusk relative flex shrink-0 justify-center overflow-hidden rounded-t-sheet px-5 pt-9 pb-8 [@media(max-height:30rem)]:py-3"
    >
      <span className={cx(CARD, isLow && LOW, "-mr-4 -rotate-6 starting:-translate-x-8")}>
        <img
          src={own.src}
          alt=""
          onError={own.onError}
          draggable={false}
          className="size-full bg-tint object-cover object-[50%_28%]"
        />
      </span>
      <span className={cx(CARD, isLow && LOW, "rotate-6 starting:translate-x-8")}>
        <MemberPhoto photo={photo} alt="" slot={SLOT} isEager />
      </span>
      <span className="absolute bottom-4 left-1/2 [@media(max-height:30rem)]:bottom-1 [@media(max-height:30rem)]:size-9 grid size-13 -translate-x-1/2 place-items-center rounded-full border-[3px] border-[#fff3e2] bg-[#b02a5b] text-white shadow-soft transition-[opacity,scale] delay-150 duration-200 starting:scale-50 starting:opacity-0">
        <Heart className="size-1/2" fill="currentColor" strokeWidth={1.75} />
      </span>
    </div>
  );
}
