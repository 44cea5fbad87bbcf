import { formatCount } from "@caramelo/contract/formats/counts";
import { useEffect, useState } from "react";
import { isMotionReduced } from "~/platform/motion.ts";
import { cx } from "~/ui/basics/cx.ts";
import type { Order } from "../queries.ts";
import { amountOf } from "../rules.ts";
import { takeJustPaid } from "./just-paid.ts";
import { countUpTo } from "./thanks-rules.ts";

type Props = {
  order: Pick<Order, "id" | "product">;
  /** On phones the number is next to the title. */
  isSmallOnPhones: boolean;
};

/** The purchased amount. Right after the payment the number counts up to it; screen readers read the final number. */
export function BoughtAmount({ order, isSmallOnPhones }: Props) {
  const { count, noun } = amountOf(order.product);
  const [isNew] = useState(() => takeJustPaid(order.id));
  const shownCount = useCountUp(count, isNew);
  return (
    <p
      className={cx(
        "min-w-40 rounded-sheet bg-gold-soft px-6 py-4 text-center text-on-gold",
        isSmallOnPhones && "max-md:min-w-24 max-md:p-3",
      )}
    >
      <span
        aria-hidden
        className={cx(
          "block font-display text-[3.25rem] leading-none font-[560] tabular-nums",
          isSmallOnPhones && "max-md:text-36",
        )}
      >
        {formatCount(shownCount)}
      </span>
      <span className="sr-only">{formatCount(count)} </span>
      {noun}
    </p>
  );
}

/** Returns the number to show now: at once the final one under reduced motion and when `isOn` is false. */
function useCountUp(count: number, isOn: boolean): number {
  const [shownCount, setShownCount] = useState(() => (isOn && !isMotionReduced() ? countUpTo(count, 0) : count));
  useEffect(() => {
    if (!isOn || isMotionReduced()) return;
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function draw(now) {
      const next = countUpTo(count, now - startedAt);
      setShownCount(next);
      if (next < count) frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [count, isOn]);
  return shownCount;
}
