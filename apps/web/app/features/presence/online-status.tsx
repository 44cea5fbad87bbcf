import { countWords, formatCount } from "@caramelo/contract/formats/counts";
import { momentText } from "@caramelo/contract/formats/moments";
import { availabilityJobText } from "@caramelo/contract/texts/presence";
import { useQuery } from "@tanstack/react-query";
import { RadioTower } from "lucide-react";
import { Button } from "~/ui/basics/button.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { lastRunQuery, useOnlineStatusUpdate } from "./availability-queries.ts";

/** The online-status job: last run, result, and a start button. */
export function OnlineStatus({ mayStart }: { mayStart: boolean }) {
  const { start, isPending } = useOnlineStatusUpdate();
  return (
    <section
      aria-labelledby="online-status"
      className="min-w-0 rounded-card border border-line bg-surface p-4 sm:p-5 lg:flex lg:items-center lg:gap-8"
    >
      <div className="lg:flex-1">
        <h2 id="online-status" className="text-18">
          Status online
        </h2>
        <p className="mt-0.5 text-14 text-muted">{availabilityJobText}</p>
      </div>
      <div className="mt-3.5 lg:mt-0 lg:grid lg:min-h-17 lg:min-w-50 lg:content-center">
        <LastRun />
      </div>
      {mayStart && (
        <Button mayWrap className="mt-4 lg:mt-0" isBusy={isPending} busyLabel="Atualizando…" onClick={start}>
          <RadioTower aria-hidden className="size-5" strokeWidth={1.75} />
          Atualizar status online
        </Button>
      )}
    </section>
  );
}

function LastRun() {
  const { data: run, isPending, isError, refetch } = useQuery(lastRunQuery);
  if (isPending) return <Skeleton className="h-11" />;
  if (isError) return <LoadFailed look="section" title="A última execução não carregou" onRetry={refetch} />;
  if (!run) return <p className="min-h-11 lg:min-h-0">Ainda não foi executado.</p>;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-2">
      <div>
        <dt className="text-14 text-muted">Última execução</dt>
        <dd className="font-medium tabular-nums">
          {momentText(run.startedAt)}
          <span className="block text-14 font-normal text-muted">
            {run.isScheduled ? "no horário" : "por alguém da equipe"}
          </span>
        </dd>
      </div>
      <div>
        <dt className="text-14 text-muted">Resultado</dt>
        <dd className="font-medium tabular-nums">
          {formatCount(run.longCount)} de {countWords(run.eligible, "elegível", "elegíveis")}
          <span className="block text-14 font-normal text-muted">
            e mais {formatCount(run.shortCount)} por 10 minutos
          </span>
        </dd>
      </div>
    </dl>
  );
}
