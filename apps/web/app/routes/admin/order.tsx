import { ArrowLeft } from "lucide-react";
import { useParams } from "react-router";
import { StaffOrder } from "~/features/billing/staff/order.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";

export const meta = () => pageTitle("Pedido");

export default function OrderPage() {
  const { id = "" } = useParams();
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-2">
        <ButtonLink
          to="/admin/pedidos"
          variant="ghost"
          size="icon"
          className="shrink-0"
          aria-label="Voltar aos pedidos"
        >
          <ArrowLeft aria-hidden />
        </ButtonLink>
        <h1 className="text-22">Pedido</h1>
      </div>
      <StaffOrder id={id} />
    </div>
  );
}
