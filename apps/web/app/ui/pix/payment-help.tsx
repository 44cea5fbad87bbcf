import type { Product } from "@caramelo/contract/billing/calls";
import { brand } from "@caramelo/contract/brand/brand";
import { ArrowLeft } from "lucide-react";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";

/**
 * What to do about a slow payment, and a link back. The links leave the checkout's frame, which contains payment pages.
 */
export function PaymentHelp({ product }: { product: Product }) {
  return (
    <section aria-labelledby="payment-help" className="grid gap-4 border-t border-line pt-5">
      <div className="grid gap-2 text-14 text-muted">
        <h2 id="payment-help" className="text-18 text-ink">
          Precisa de ajuda?
        </h2>
        <p>
          O banco costuma avisar em segundos, e às vezes leva alguns minutos. Você pode sair daqui: a compra aparece em{" "}
          <TextLink to="/compras" target="_top">
            Minhas compras
          </TextLink>
          .
        </p>
        <p>
          Pagou e nada mudou? Escreva para <span className="font-semibold text-ink">{brand.supportEmail}</span>.
        </p>
      </div>
      <ButtonLink to={product === "highlight" ? "/destaque" : "/premium"} target="_top" variant="outline" isWide>
        <ArrowLeft aria-hidden strokeWidth={1.75} />
        {product === "highlight" ? "Voltar ao destaque" : "Voltar aos planos"}
      </ButtonLink>
    </section>
  );
}
