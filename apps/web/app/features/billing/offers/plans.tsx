import { longDayText } from "@caramelo/contract/formats/moments";
import type { ReactNode } from "react";
import eveningOne from "~/art/offer-1.webp";
import eveningTwo from "~/art/offer-2.webp";
import eveningThree from "~/art/offer-3.webp";
import eveningFour from "~/art/offer-4.webp";
import { Reassurances } from "../reassurances.tsx";
import { TokensHoldAlert, useTokensHold } from "../review.tsx";
import { OfferHead } from "./offer-head.tsx";
import { PlanCard } from "./plan-card.tsx";

type Props = {
  isPremium: boolean;
  /** When running premium ends; null for premium without an end, undefined until that is known. */
  premiumUntil: string | null | undefined;
  /** Compares what the member has with what premium adds. */
  comparison: ReactNode;
};

const FACES = [eveningOne, eveningTwo, eveningThree, eveningFour];

/** The three plans for payers. The best value is dark, and comes first on phones. */
export function Plans({ isPremium, premiumUntil, comparison }: Props) {
  const hold = useTokensHold();
  const action = isPremium ? "Comprar de novo" : "Tornar-se Premium";
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-4 pb-10 md:px-8 md:pt-6">
      {isPremium ? (
        <OfferHead title="Você já é" accent="Premium" pictures={FACES}>
          {describeTerm(premiumUntil)}
        </OfferHead>
      ) : (
        <OfferHead title="Mais tempo para" accent="o que importa" pictures={FACES}>
          Escolha como quer conversar. Sem renovação automática.
        </OfferHead>
      )}
      {hold !== null && <TokensHoldAlert until={hold} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-3 lg:gap-5">
        <PlanCard
          id="fichas"
          product="tokens"
          action="Comprar Fichas"
          notSold={hold === null ? undefined : "Você poderá comprar de novo depois da resposta da equipe."}
          className="max-md:order-2"
        />
        <PlanCard
          id="premium"
          product="premium_quarterly"
          action={action}
          isDark
          label="Melhor valor"
          className="max-md:order-1"
        />
        <PlanCard product="premium_monthly" action={action} className="max-md:order-3" />
      </div>
      <Reassurances hasWithdrawal />
      <section aria-labelledby="compare" className="mx-auto mt-4 w-full max-w-180">
        <h2 id="compare" className="mb-4 text-center text-22">
          O que o Premium acrescenta
        </h2>
        {comparison}
      </section>
    </div>
  );
}

function describeTerm(until: string | null | undefined): string {
  if (until === null) return "Seu Premium não tem data para acabar.";
  const more = "Uma nova compra se soma ao tempo que você já tem. Nada se renova sozinho.";
  return until === undefined ? more : `Até ${longDayText(until)}. ${more}`;
}
