import { CaseList } from "~/features/moderation/staff/case-list.tsx";
import { QueueTabs } from "~/features/moderation/staff/queue-tabs.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Denúncias");

export default function Reports() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="text-22">Denúncias</h1>
      <QueueTabs />
      <CaseList />
    </div>
  );
}
