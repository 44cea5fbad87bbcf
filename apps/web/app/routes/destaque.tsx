import { useQuery } from "@tanstack/react-query";
import { Crown } from "lucide-react";
import { HighlightOffer } from "~/features/billing/offers/highlight-offer.tsx";
import { ownProfileQuery } from "~/features/profiles/own/own-profile-queries.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { HighlightComparison } from "~/features/site/comparison.tsx";
import { useMember } from "~/platform/session.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";

export const meta = () => pageTitle("Destaque");
export const handle: ScreenHandle = { title: "Plano Destaque" };

/** The screen sells a highlight to babies. For payers it says that premium includes one. */
export default function Highlight() {
  const { role } = useMember();
  if (role === "baby") return <OfferToBaby />;
  const isStaff = role === "admin";
  return (
    <EmptyState
      className="px-5"
      icon={<Crown aria-hidden className="text-gold" />}
      title={isStaff ? "Plano Destaque" : "O destaque faz parte do Premium"}
      text={
        isStaff
          ? "O destaque é para Sugar Babies."
          : "Com o Premium seu perfil já aparece entre os primeiros resultados."
      }
      action={
        <ButtonLink to={isStaff ? "/busca" : "/premium"}>{isStaff ? "Buscar perfis" : "Conhecer o Premium"}</ButtonLink>
      }
    />
  );
}

function OfferToBaby() {
  const { isHighlighted } = useMember();
  const { data: profile } = useQuery(ownProfileQuery);
  return (
    <HighlightOffer
      isHighlighted={isHighlighted}
      highlightedUntil={profile?.highlightedUntil}
      comparison={<HighlightComparison isHighlighted={isHighlighted} />}
    />
  );
}
