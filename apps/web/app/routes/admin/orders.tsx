import { RevenueChart } from "~/features/billing/revenue-chart.tsx";
import { StaffOrders } from "~/features/billing/staff-orders.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Pedidos");

export default function Orders() {
  return (
    <div className="grid gap-4">
      <h1 className="text-22">Pedidos</h1>
      <RevenueChart />
      <StaffOrders />
    </div>
  );
}
