import { OrderList } from "~/features/billing/orders/order-list.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";

export const meta = () => pageTitle("Minhas compras");
export const handle: ScreenHandle = { title: "Minhas compras" };

export default function Purchases() {
  const { role } = useMember();
  const isBaby = role === "baby";
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-4 pb-10 md:px-8 md:pt-6">
      <OrderList
        action={
          <ButtonLink to={isBaby ? "/destaque" : "/premium"}>{isBaby ? "Ver o destaque" : "Ver os planos"}</ButtonLink>
        }
      />
    </div>
  );
}
