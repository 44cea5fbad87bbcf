import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { AuthorityList } from "~/features/transparency/staff/authority-list.tsx";

export const meta = () => pageTitle("Pedidos de autoridades");

export default function Authorities() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="text-22">Pedidos de autoridades</h1>
      <AuthorityList />
    </div>
  );
}
