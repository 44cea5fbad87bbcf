import { messagingTexts } from "@caramelo/contract/texts/messaging";
import { Lock, MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { chatPath } from "~/platform/path-rules.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import type { Profile } from "../queries.ts";
import { mayWriteTo } from "../rules.ts";

type Props = {
  profile: Profile;
  /** The favourite toggle in its look for photos. */
  heart: ReactNode;
};

/** The foot of the lightbox: the owner of the photos, and the actions on that member. */
export function PhotosFoot({ profile, heart }: Props) {
  const { id, name, age, isOppositeSide, needsUpgrade } = profile;
  return (
    <div className="mx-auto flex max-w-xl flex-wrap items-center justify-end gap-2">
      <p className="flex min-w-0 flex-[1_1_8rem] font-display text-18 font-[560] md:text-22">
        <span className="truncate">{name},</span>
        <span className="ml-[0.25em]">{age}</span>
      </p>
      {isOppositeSide && heart}
      {mayWriteTo(profile) && (
        <ButtonLink to={chatPath(id)} variant="dusk" size="snug">
          {needsUpgrade ? <Lock aria-hidden strokeWidth={1.75} /> : <MessageCircle aria-hidden strokeWidth={1.75} />}
          <span>{messagingTexts.message}</span>
          {needsUpgrade && <span className="sr-only"> · {messagingTexts.needsTokens}</span>}
        </ButtonLink>
      )}
    </div>
  );
}
