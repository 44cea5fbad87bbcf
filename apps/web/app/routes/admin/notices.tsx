import { NoticeList } from "~/features/moderation/staff/notice-list.tsx";
import { QueueTabs } from "~/features/moderation/staff/queue-tabs.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Denúncias externas");

export default function Notices() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="text-22">Denúncias externas</h1>
      <QueueTabs />
      <NoticeList />
    </div>
  );
}
