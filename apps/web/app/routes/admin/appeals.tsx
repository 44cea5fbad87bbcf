import { AppealList } from "~/features/moderation/staff/appeal-list.tsx";
import { QueueTabs } from "~/features/moderation/staff/queue-tabs.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Recursos");

export default function Appeals() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="text-22">Recursos</h1>
      <QueueTabs />
      <AppealList />
    </div>
  );
}
