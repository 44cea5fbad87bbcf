import { Check, Minus } from "lucide-react";
import { type Benefit, highlightRows, offers, premiumRows, type Row } from "./rules.ts";

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

function cell(has: Benefit) {
  if (typeof has === "string") return has;
  return has ? yes : no;
}

type Props = { caption: string; rows: readonly Row[]; heads: readonly [string, string]; own?: 0 | 1 | undefined };

/** Compares members without and with a purchase. `own` marks the reader's column. */
function ComparisonTable({ caption, rows, heads, own }: Props) {
  const mark = (at: 0 | 1) =>
    own === at && <span className="block font-sans text-13 font-medium tracking-normal">seu plano</span>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse it is scrolled with the arrow keys
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full text-14 md:text-16">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-left font-display">
            <th scope="col" className="px-3.5 py-3 font-semibold md:px-5">
              Recurso
            </th>
            <th scope="col" className="px-2 py-3 text-center font-semibold">
              {heads[0]}
              {mark(0)}
            </th>
            <th scope="col" className="bg-gold-soft px-2 py-3 text-center font-semibold text-on-gold">
              {heads[1]}
              {mark(1)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, without, having]) => (
            <tr key={what} className="border-t border-line">
              <th scope="row" className="px-3.5 py-3 text-left font-normal md:px-5">
                {what}
              </th>
              <td className="px-2 py-3 text-center text-muted">{cell(without)}</td>
              <td className="px-2 py-3 text-center font-semibold">{cell(having)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The comparison of free and premium, for payers. */
export function Comparison({ own }: { own?: "free" | "premium" }) {
  return (
    <ComparisonTable
      caption="O que Sugar Daddies e Sugar Mommies têm de graça e com o Premium"
      heads={["Grátis", "Premium"]}
      rows={premiumRows}
      own={own && (own === "premium" ? 1 : 0)}
    />
  );
}

/** The comparison without and with a highlight, for babies. */
export function HighlightComparison({ isHighlighted }: { isHighlighted: boolean }) {
  return (
    <ComparisonTable
      caption="O que Sugar Babies têm de graça e com o destaque"
      heads={["Grátis", "Destaque"]}
      rows={highlightRows}
      own={isHighlighted ? 1 : 0}
    />
  );
}

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
