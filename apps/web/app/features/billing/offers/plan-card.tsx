import type { Product } from "@caramelo/contract/billing/calls";
import { Check } from "lucide-react";
import { cx } from "~/ui/basics/cx.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { priceOf, productWords } from "../rules.ts";

type Props = {
  product: Product;
  action: string;
  /** Renders the card dark; at most one card on a screen is dark. */
  isDark?: boolean;
  /** The label next to the name, such as "Melhor valor". */
  label?: string;
  /** The address fragment of this card. */
  id?: string;
  /** Shown instead of the button while the product is not sold to the member. */
  notSold?: string | undefined;
  className?: string;
};

/** A product with its price, what it gives and the way to pay for it. */
export function PlanCard({ product, action, isDark = false, label, id, notSold, className }: Props) {
  const { name, term, gives } = productWords[product];
  return (
    <section
      id={id}
      aria-labelledby={`plan-${product}`}
      className={cx(
        "flex scroll-mt-20 flex-col rounded-card p-5 md:p-6",
        isDark ? "bg-dusk shadow-soft" : "border border-line bg-surface",
        className,
      )}
    >
      <div className="flex flex-wrap justify-between gap-x-3 gap-y-2 max-md:flex-col md:items-center">
        <h2 id={`plan-${product}`} className={cx("text-22", isDark && "text-on-dusk")}>
          {name}
        </h2>
        {label !== undefined && (
          <p className="rounded-small bg-dusk-button px-3 py-1 text-13 font-semibold text-on-dusk-button max-md:order-first max-md:w-fit">
            {label}
          </p>
        )}
      </div>
      <p className={cx("mt-2 font-display text-36 tabular-nums", isDark && "text-on-dusk")}>{priceOf(product)}</p>
      <p className={cx("text-14", isDark ? "text-on-dusk-soft" : "text-muted")}>{term}</p>
      <ul className={cx("mt-4 mb-6 grid gap-2.5", isDark && "text-on-dusk")}>
        {gives.map((gift) => (
          <li key={gift} className="flex gap-2.5">
            <Check
              aria-hidden
              className={cx("mt-0.5 size-5 shrink-0", isDark ? "text-photo-gold" : "text-ok")}
              strokeWidth={1.75}
            />
            {gift}
          </li>
        ))}
      </ul>
      {notSold === undefined ? (
        <ButtonLink
          to={`/checkout?type=${product}`}
          size="large"
          variant={isDark ? "dusk" : "outline"}
          isWide
          mayWrap
          aria-label={`${action}: ${name}`}
          className="mt-auto text-center"
        >
          {action}
        </ButtonLink>
      ) : (
        <p className={cx("mt-auto text-14", isDark ? "text-on-dusk-soft" : "text-muted")}>{notSold}</p>
      )}
    </section>
  );
}
