import { Navigate, useSearchParams } from "react-router";
import { Checkout, ReturnedCheckout } from "~/features/billing/checkout/checkout.tsx";
import { isOfferedTo, productOf } from "~/features/billing/rules.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { ForbiddenState } from "~/ui/states/screen-state.tsx";

export const meta = () => pageTitle("Finalize sua compra");
export const handle: ScreenHandle = { title: "Finalize sua compra" };

export default function CheckoutPage() {
  const [search] = useSearchParams();
  const { role } = useMember();
  const product = productOf(search.get("type"), role);
  if (!product) return <Navigate to="/destaque" replace />;
  if (!isOfferedTo(product, role)) return <NotForYou role={role} />;
  const orderId = search.get("order");
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-3 pb-10 md:px-8 md:pt-6">
      {orderId === null ? (
        <Checkout product={product} />
      ) : (
        <ReturnedCheckout orderId={orderId} checkout={`/checkout?type=${product}`} />
      )}
    </div>
  );
}

function NotForYou({ role }: { role: string }) {
  if (role === "admin") {
    return (
      <ForbiddenState
        className="px-5"
        title="Contas da equipe não fazem compras"
        text="As compras são dos membros."
        action={<ButtonLink to="/admin/pedidos">Ver pedidos</ButtonLink>}
      />
    );
  }
  return (
    <ForbiddenState
      className="px-5"
      title="Este plano não é para o seu perfil"
      text={role === "baby" ? "Você escreve de graça." : "O destaque faz parte do Premium."}
      action={<ButtonLink to={role === "baby" ? "/destaque" : "/premium"}>Ver minhas opções</ButtonLink>}
    />
  );
}
