import { RevenueChart } from "~/features/billing/revenue-chart.tsx";
import { StaffOrders } from "~/features/billing/staff-orders.tsx";
import { WithdrawalQueue } from "~/features/billing/withdrawal-queue.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { mayStaff } from "~/platform/staff.ts";

export const meta = () => pageTitle("Pedidos");

export default function Orders() {
  const me = useMember();
  return (
    <div className="grid gap-4">
      <h1 className="text-22">Pedidos</h1>
      {mayStaff(me, "refundOrders") && <WithdrawalQueue />}
      <RevenueChart />
      <StaffOrders />
    </div>
  );
}
