import { brand } from "@caramelo/contract/brand/brand";
import { momentText } from "@caramelo/contract/formats/moments";
import { formatReais } from "@caramelo/contract/formats/money";
import { methodNames } from "@caramelo/contract/texts/orders";
import { useQuery } from "@tanstack/react-query";
import { Printer, ReceiptText } from "lucide-react";
import { isApiError } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Fact } from "~/ui/basics/fact.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { receiptQuery } from "../queries.ts";
import { describeOrder, productWords, stateWords } from "../rules.ts";

/** The receipt of a paid order, on the screen and in print. */
export function Receipt({ orderId }: { orderId: string }) {
  const { data: order, error, isPending, refetch } = useQuery(receiptQuery(orderId));
  if (isPending) return <Skeleton shape="card" className="h-96" />;
  if (!order?.paidAt) {
    if (error && !isApiError(error, "NOT_FOUND")) return <LoadFailed title="O recibo não carregou" onRetry={refetch} />;
    return (
      <EmptyState
        icon={<ReceiptText aria-hidden className="text-primary" />}
        title="Recibo não encontrado"
        text="Só compras pagas têm recibo."
        action={<ButtonLink to="/compras">Minhas compras</ButtonLink>}
      />
    );
  }
  return (
    <article className="rounded-card border border-line bg-surface p-5 md:p-8 print:border-0 print:p-0">
      <h2 className="text-22">Recibo</h2>
      <dl className="mt-4 grid gap-2.5 *:grid *:gap-x-4 *:min-[480px]:grid-cols-[8rem_minmax(0,1fr)]">
        <Fact name="Produto">
          {productWords[order.product].name}: {describeOrder(order.product)}
        </Fact>
        <Fact name="Valor">{formatReais(order.centavos)}</Fact>
        <Fact name="Pago em">{momentText(order.paidAt)}, horário de Brasília</Fact>
        <Fact name="Forma de pagamento">{methodNames[order.method]}</Fact>
        <Fact name="Situação">{stateWords[order.state].text}</Fact>
        {order.returnedCentavos > 0 && <Fact name="Valor reembolsado">{formatReais(order.returnedCentavos)}</Fact>}
        <Fact name="Renovação">Sem renovação automática</Fact>
        <Fact name="Vendido por">{brand.sellerLine}</Fact>
        <Fact name="Número">
          <span className="break-all">{order.id}</span>
        </Fact>
      </dl>
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <Button variant="outline" onClick={() => print()}>
          <Printer aria-hidden strokeWidth={1.75} />
          Imprimir
        </Button>
        <ButtonLink to="/compras" variant="ghost">
          Minhas compras
        </ButtonLink>
      </div>
    </article>
  );
}
