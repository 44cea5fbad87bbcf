import { countWords } from "@caramelo/contract/formats/counts";
import { listWaiting, waitText } from "@caramelo/contract/statistics/dashboard-words";
import { workKinds } from "@caramelo/contract/statistics/work-kinds";
import { CircleCheck } from "lucide-react";
import { useMoment } from "~/platform/use-moment.ts";
import { cx } from "~/ui/basics/cx.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import type { Work } from "./queries.ts";

/** Pending work, the most urgent first, each with a link to its screen. */
export function WorkList({ work }: { work: readonly Work[] }) {
  const waitingWork = listWaiting(work);
  return (
    <section aria-labelledby="work" className="min-w-0 rounded-card border border-line bg-surface p-4 sm:p-5">
      <h2 id="work" className="text-18">
        Para fazer agora
      </h2>
      <ul className="mt-1 divide-y divide-line lg:grid lg:grid-cols-2 lg:gap-x-10 lg:divide-y-0">
        {waitingWork.length === 0 && (
          <li className="flex items-center gap-3 py-3.5">
            <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" strokeWidth={1.75} />
            Nada na fila.
          </li>
        )}
        {waitingWork.map((work) => (
          <WorkRow key={work.kind} work={work} />
        ))}
      </ul>
    </section>
  );
}

function WorkRow({ work }: { work: Work }) {
  const { kind, count, oldestId } = work;
  const { text, isLate } = waitText(work, useMoment());
  const { one, many, path } = workKinds[kind];
  const words = countWords(count, one, many);
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="leading-[1.35] font-semibold">{words}</p>
        <p className={cx("text-14", isLate ? "font-medium text-danger" : "text-muted")}>{text}</p>
      </div>
      <ButtonLink to={path(oldestId)} variant="outline" size="small" aria-label={`Abrir: ${words}`}>
        Abrir
      </ButtonLink>
    </li>
  );
}
