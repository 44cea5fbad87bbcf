import { useParams } from "react-router";
import { Receipt } from "~/features/billing/receipt.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";

export const meta = () => pageTitle("Recibo");
export const handle: ScreenHandle = { title: "Minhas compras" };

export default function ReceiptPage() {
  const { id = "" } = useParams();
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-4 pb-10 md:px-8 md:pt-6">
      <Receipt orderId={id} />
    </div>
  );
}
