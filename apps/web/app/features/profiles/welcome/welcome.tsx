import { welcomeTexts } from "@caramelo/contract/texts/welcome";
import { useMember } from "~/platform/session.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { CornerPanel } from "~/ui/overlays/corner-panel.tsx";
import { useBackToClose } from "~/ui/overlays/use-layer.ts";
import { ProfileCard } from "../card/profile-card.tsx";
import { useWelcome } from "./queries.ts";
import { describeWelcome, nearPath, profileLink } from "./welcome-rules.ts";

/** The welcome of a new account: how others see the member, and the next steps. */
export function Welcome() {
  const welcome = useWelcome(useMember().id);
  return welcome && <WelcomePanel {...welcome} />;
}

function WelcomePanel({ card, own, isVisible, close }: NonNullable<ReturnType<typeof useWelcome>>) {
  useBackToClose(true, close);
  const { title, text } = describeWelcome(own, isVisible);
  const profile = profileLink(own.photos.length);
  return (
    <CornerPanel title={title} text={text} art={<OwnCard card={card} />} takesFocus onClose={close}>
      <ButtonLink to={nearPath(own.role, own.city?.id)} onClick={close} size="tight" className={SMALL}>
        {welcomeTexts.near}
      </ButtonLink>
      <ButtonLink to={profile.to} onClick={close} variant="outline" size="tight" className={SMALL}>
        {profile.label}
      </ButtonLink>
    </CornerPanel>
  );
}

/** On phones both actions share a row, so that the first cards of the search stay usable above the panel. */
const SMALL = "max-md:text-14";

/**
 * A preview of the card, smaller on phones: as wide as a card of the grid, scaled to three quarters. Inert, because its
 * links would open the member's own profile.
 */
function OwnCard({ card }: Pick<NonNullable<ReturnType<typeof useWelcome>>, "card">) {
  return (
    <div inert className="w-36 max-md:[zoom:0.75] md:w-40">
      <ProfileCard profile={card} isEager mayContact={false} favorite={null} />
    </div>
  );
}
