import { useQuery } from "@tanstack/react-query";
import { countDismissed, dismissalStore } from "~/features/moderation/staff/dismissals.ts";
import { OnlineStatus } from "~/features/presence/online-status.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { CountedAt, Counters, CountersSkeleton } from "~/features/statistics/counters.tsx";
import { HealthPanel } from "~/features/statistics/health-panel.tsx";
import { dashboardQuery } from "~/features/statistics/queries.ts";
import { Trends } from "~/features/statistics/trends.tsx";
import { leaveOutDone } from "~/features/statistics/use-waiting.ts";
import { WorkList } from "~/features/statistics/work-list.tsx";
import { messageOf } from "~/platform/api.ts";
import { useMember } from "~/platform/session.ts";
import { mayStaff } from "~/platform/staff.ts";
import { useStore } from "~/platform/store.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";

export const meta = () => pageTitle("Dashboard");

export default function Dashboard() {
  const me = useMember();
  const { data, error, isPending, refetch } = useQuery(dashboardQuery);
  // The numbers match the navigation, and the list that a case has left.
  const work = leaveOutDone(data?.work ?? [], { reports: useStore(dismissalStore, countDismissed) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-22">Dashboard</h1>
        <CountedAt countedAt={data?.countedAt} />
      </div>
      {isPending && <CountersSkeleton />}
      {!isPending && !data && (
        <LoadFailed as="h2" title="O painel não carregou" text={messageOf(error)} onRetry={refetch} />
      )}
      {data && (
        <>
          <WorkList work={work} />
          <OnlineStatus mayStart={mayStaff(me, "updateOnlineStatus")} />
          <Counters dashboard={{ ...data, work }} />
          <Trends days={data.days} />
        </>
      )}
      {!isPending && mayStaff(me, "viewHealth") && <HealthPanel />}
    </div>
  );
}
