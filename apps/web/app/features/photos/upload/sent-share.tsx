import { Check } from "lucide-react";
import { percentOf } from "../gallery-rules.ts";

/** Lies over a photo that is being sent and shows how much of it has been sent, then that it has arrived. */
export function SentShare({ index, share }: { index: number; share: number }) {
  const percent = percentOf(share);
  return (
    <span
      role="progressbar"
      aria-label={`Envio da foto ${index + 1}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="absolute inset-0 rounded-card bg-night/35"
    >
      <span className="absolute top-2 right-2 grid h-7 min-w-12 place-items-center rounded-full bg-night/80 px-2 text-13 font-semibold text-on-photo tabular-nums">
        {percent < 100 ? `${percent}%` : <Check aria-hidden className="size-4.5" strokeWidth={2.25} />}
      </span>
    </span>
  );
}
