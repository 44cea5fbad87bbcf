import { useParams } from "react-router";
import { Receipt } from "~/features/billing/orders/receipt.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

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
