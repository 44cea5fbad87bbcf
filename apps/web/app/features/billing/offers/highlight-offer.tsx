import { longDayText } from "@caramelo/contract/formats/moments";
import type { ReactNode } from "react";
import eveningOne from "~/art/offer-1.webp";
import eveningThree from "~/art/offer-3.webp";
import { Reassurances } from "../reassurances.tsx";
import { OfferHead } from "./offer-head.tsx";
import { PlanCard } from "./plan-card.tsx";

type Props = {
  isHighlighted: boolean;
  /** When the running highlight ends; undefined until that is known. */
  highlightedUntil: string | null | undefined;
  comparison: ReactNode;
};

const FACES = [eveningOne, eveningThree];

/** Explains a highlight: effect, price, and the end of a running one. */
export function HighlightOffer({ isHighlighted, highlightedUntil, comparison }: Props) {
  return (
    <div className="mx-auto grid w-full max-w-240 grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-4 pb-10 md:px-8 md:pt-6">
      {isHighlighted ? (
        <OfferHead title="Seu perfil está" accent="em destaque" pictures={FACES}>
          {highlightedUntil && <span>{`Até ${longDayText(highlightedUntil)}. `}</span>}
          <span>Uma nova compra se soma ao tempo que você já tem. Nada se renova sozinho.</span>
        </OfferHead>
      ) : (
        <OfferHead title="Apareça" accent="entre os primeiros" pictures={FACES}>
          Seu perfil no começo da busca, sempre com o selo “Destaque pago”. Sem renovação automática.
        </OfferHead>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <PlanCard
          product="highlight"
          action={isHighlighted ? "Comprar de novo" : "Destacar Perfil"}
          isDark
          className="md:order-2"
        />
        <section aria-labelledby="compare">
          <h2 id="compare" className="mb-3 text-18">
            O que o destaque acrescenta
          </h2>
          {comparison}
        </section>
      </div>
      <Reassurances hasWithdrawal />
    </div>
  );
}
