import { formatCount } from "@caramelo/contract/formats/counts";
import { useEffect, useState } from "react";
import type { Order } from "../queries.ts";
import { amountOf } from "../rules.ts";
import { takeJustPaid } from "./just-paid.ts";
import { countUpTo } from "./thanks-rules.ts";

/**
 * How much of what was bought. Right after the payment the number counts up to it, which a screen reader does not hear:
 * it reads the number itself.
 */
export function BoughtAmount({ order }: { order: Pick<Order, "id" | "product"> }) {
  const { count, noun } = amountOf(order.product);
  const [isNew] = useState(() => takeJustPaid(order.id));
  const shown = useCountUp(count, isNew);
  return (
    <p className="min-w-40 rounded-sheet bg-gold-soft px-6 py-4 text-on-gold">
      <span aria-hidden className="block font-display text-[3.25rem] leading-none font-[560] tabular-nums">
        {formatCount(shown)}
      </span>
      <span className="sr-only">{formatCount(count)} </span>
      {noun}
    </p>
  );
}

/** The number that is shown now. It is the whole number at once where motion is unwelcome, and when `isOn` is false. */
function useCountUp(count: number, isOn: boolean): number {
  const [shown, setShown] = useState(() => (isOn && mayMove() ? countUpTo(count, 0) : count));
  useEffect(() => {
    if (!isOn || !mayMove()) return;
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function draw(now) {
      const next = countUpTo(count, now - startedAt);
      setShown(next);
      if (next < count) frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [count, isOn]);
  return shown;
}

const mayMove = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
