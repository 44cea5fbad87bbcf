import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";
import { MeasureCard } from "./measure-card.tsx";
import { measureListQuery, useAppeal } from "./queries.ts";

/** The measures against the member, the latest first. */
export function MeasureList() {
  const list = useQuery(measureListQuery);
  const appeal = useAppeal();
  if (list.isPending) return <SkeletonRows />;
  if (!list.data) return <LoadFailed title="Os avisos não carregaram" onRetry={() => list.refetch()} />;
  if (list.data.measures.length === 0) {
    return (
      <EmptyState
        icon={<ShieldCheck aria-hidden className="text-ok" />}
        title="Nenhum aviso da equipe"
        text="Se a equipe tomar alguma medida sobre a sua conta, ela aparece aqui com o motivo."
      />
    );
  }
  return (
    <div className="grid gap-4">
      {list.data.measures.map((measure) => (
        <MeasureCard
          key={measure.id}
          measure={measure}
          onAppeal={(text) => appeal.mutateAsync({ params: { id: measure.id }, body: { text } })}
        />
      ))}
    </div>
  );
}
