import { RequestList } from "~/features/personal-data/staff/request-list.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Pedidos de dados");

export default function DataRequests() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="text-22">Pedidos de dados</h1>
      <RequestList />
    </div>
  );
}
