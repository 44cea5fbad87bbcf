import { noPlansTexts } from "@caramelo/contract/texts/products";
import { useQuery } from "@tanstack/react-query";
import { Crown } from "lucide-react";
import { Plans } from "~/features/billing/offers/plans.tsx";
import { isOfferedTo } from "~/features/billing/rules.ts";
import { ownProfileQuery } from "~/features/profiles/own/own-profile-queries.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { Comparison } from "~/features/site/comparison.tsx";
import { useMember } from "~/platform/session.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";

export const meta = () => pageTitle("Premium");
export const handle: ScreenHandle = { title: "Premium" };

/** Sells premium to payers, and explains it to others. */
export default function Premium() {
  const { role } = useMember();
  return isOfferedTo("premium_monthly", role) ? <PlansOfPayer /> : <NoPlans isBaby={role === "baby"} />;
}

function PlansOfPayer() {
  const { isPremium } = useMember();
  const { data: profile } = useQuery(ownProfileQuery);
  // Only the date comes from the profile, because the session knows earlier whether premium runs.
  const premiumUntil = profile?.isPremium ? profile.premiumUntil : undefined;
  return (
    <Plans
      isPremium={isPremium}
      premiumUntil={premiumUntil}
      comparison={<Comparison own={isPremium ? "premium" : "free"} />}
    />
  );
}

function NoPlans({ isBaby }: { isBaby: boolean }) {
  return (
    <EmptyState
      className="px-5"
      icon={<Crown aria-hidden className="text-gold" />}
      title="Plano Premium"
      text={isBaby ? noPlansTexts.baby : noPlansTexts.staff}
      action={
        isBaby ? (
          <ButtonLink to="/destaque">Destacar Perfil</ButtonLink>
        ) : (
          <ButtonLink to="/busca">Buscar perfis</ButtonLink>
        )
      }
    />
  );
}
