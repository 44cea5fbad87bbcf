import { NEW_CONVERSATIONS_A_DAY, NEW_CONVERSATIONS_A_DAY_PREMIUM, PHOTOS_MAX } from "@caramelo/contract/limits";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { offers } from "./rules.ts";

type Row = { what: string; free: ReactNode; premium: ReactNode };

const yes = (
  <>
    <Check aria-hidden className="mx-auto size-5 text-ok" strokeWidth={2} />
    <span className="sr-only">sim</span>
  </>
);
const no = (
  <>
    <Minus aria-hidden className="mx-auto size-5 text-muted" strokeWidth={2} />
    <span className="sr-only">não</span>
  </>
);

const ROWS: readonly Row[] = [
  { what: `Perfil com até ${PHOTOS_MAX} fotos`, free: yes, premium: yes },
  { what: "Buscar e favoritar", free: yes, premium: yes },
  { what: "Receber e ler mensagens", free: yes, premium: yes },
  { what: "Enviar mensagens", free: "com fichas", premium: "ilimitadas" },
  {
    what: "Novas conversas por dia",
    free: `até ${NEW_CONVERSATIONS_A_DAY}`,
    premium: `até ${NEW_CONVERSATIONS_A_DAY_PREMIUM}`,
  },
  { what: "Visitas ao seu perfil", free: "quantas", premium: "quem e quando" },
  { what: "Quem favoritou você", free: "quantas pessoas", premium: "quem" },
  { what: "Perfil em destaque na busca", free: no, premium: yes },
  { what: "Modo invisível", free: no, premium: yes },
];

/** Free beside premium, for those who write with tokens. */
export function Comparison() {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <table className="w-full text-14 md:text-16">
        <caption className="sr-only">O que Sugar Daddies e Sugar Mommies têm de graça e com o Premium</caption>
        <thead>
          <tr className="text-left font-display">
            <th scope="col" className="px-3.5 py-3 font-semibold md:px-5">
              Recurso
            </th>
            <th scope="col" className="px-2 py-3 text-center font-semibold">
              Grátis
            </th>
            <th scope="col" className="bg-gold-soft px-2 py-3 text-center font-semibold text-on-gold">
              Premium
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ what, free, premium }) => (
            <tr key={what} className="border-t border-line">
              <th scope="row" className="px-3.5 py-3 text-left font-normal md:px-5">
                {what}
              </th>
              <td className="px-2 py-3 text-center text-muted">{free}</td>
              <td className="px-2 py-3 text-center font-semibold">{premium}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What will be sold, for how much and for how long. */
export function Offers() {
  return (
    <ul className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-4">
      {offers.map(({ name, who, price, term, gives }) => (
        <li key={name} className="flex flex-col rounded-card border border-line bg-surface p-4 md:p-5">
          <p className="text-13 text-muted">{who}</p>
          <h3 className="mt-0.5">{name}</h3>
          <p className="mt-2 font-display text-28 font-semibold tabular-nums">{price}</p>
          <p className="text-14 text-muted">{term}</p>
          <ul className="mt-3 grid gap-2 text-14">
            {gives.map((gift) => (
              <li key={gift} className="flex gap-2">
                <Check aria-hidden className="mt-px size-4.5 shrink-0 text-ok" strokeWidth={1.75} />
                {gift}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
