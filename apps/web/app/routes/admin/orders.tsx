import { useQuery } from "@tanstack/react-query";
import { StaffOrders } from "~/features/billing/staff/orders.tsx";
import { staffWithdrawalsQuery } from "~/features/billing/staff/queries.ts";
import { RevenueChart } from "~/features/billing/staff/revenue-chart.tsx";
import { WithdrawalQueue } from "~/features/billing/staff/withdrawal-queue.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { mayStaff } from "~/platform/staff.ts";
import { cx } from "~/ui/basics/cx.ts";

export const meta = () => pageTitle("Pedidos");

export default function Orders() {
  const mayRefund = mayStaff(useMember(), "refundOrders");
  const { isPending } = useQuery({ ...staffWithdrawalsQuery, enabled: mayRefund });
  // The content below the queue appears only once the queue's length is known, so that nothing moves.
  const isQueueKnown = !mayRefund || !isPending;
  return (
    <div className="grid gap-4">
      <h1 className="text-22">Pedidos</h1>
      <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-4", mayRefund && "xl:grid-cols-2")}>
        {mayRefund && <WithdrawalQueue />}
        {isQueueKnown && <RevenueChart />}
      </div>
      {isQueueKnown && <StaffOrders />}
    </div>
  );
}
