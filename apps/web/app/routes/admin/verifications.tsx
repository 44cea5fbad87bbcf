import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { RequestList } from "~/features/verification/staff/request-list.tsx";

export const meta = () => pageTitle("Verificações");

export default function Verifications() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="text-22">Verificações</h1>
      <RequestList />
    </div>
  );
}
