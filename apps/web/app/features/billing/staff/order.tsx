import { momentText } from "@caramelo/contract/formats/moments";
import { formatReais } from "@caramelo/contract/formats/money";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { methodNames, providerName } from "@caramelo/contract/texts/orders";
import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "~/platform/api.ts";
import { Box } from "~/ui/basics/box.tsx";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { Fact } from "~/ui/basics/fact.tsx";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { QueryState } from "~/ui/states/query-state.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { describeEntry, productWords, stateWords } from "../rules.ts";
import { CourtesyForm } from "./courtesy-form.tsx";
import { type StaffOrderDetail, staffOrderQuery, useStaffActions } from "./queries.ts";
import { RefundForm } from "./refund-form.tsx";
import { describeEvent, isEntryKind, SANDBOX, sandboxEvents } from "./rules.ts";
import { WithdrawalDecision } from "./withdrawal-decision.tsx";

/** One order for staff: facts, history, ledger rows, and actions. */
export function StaffOrder({ id }: { id: string }) {
  const query = useQuery(staffOrderQuery(id));
  if (query.data) return <OrderView detail={query.data} />;
  const missingState = (
    <EmptyState
      icon={<ReceiptText aria-hidden className="text-primary" />}
      title="Pedido não encontrado"
      action={<ButtonLink to="/admin/pedidos">Voltar aos pedidos</ButtonLink>}
    />
  );
  return <QueryState query={query} failed="O pedido não carregou" missing={missingState} />;
}

function OrderView({ detail }: { detail: StaffOrderDetail }) {
  const { order, buyer, provider, events, entries, refundableCentavos, strays, use } = detail;
  const { refund, decide, grant, operate } = useStaffActions(detail);
  return (
    <div className="grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start">
      <div className="grid min-w-0 gap-4">
        {order.review?.state === "waiting" && (
          <Box title="Desistência em análise">
            <WithdrawalDecision review={order.review} use={use} onDecide={decide.mutateAsync} />
          </Box>
        )}
        <Box title={productWords[order.product].name}>
          <dl className="grid gap-2 text-14 sm:grid-cols-2 [&_dt]:text-13">
            <Fact name="Membro">
              {buyer.email === null ? (
                <span>{buyer.name}</span>
              ) : (
                <TextLink to={`/perfil/${buyer.id}`}>{buyer.name}</TextLink>
              )}
              <span className="block wrap-anywhere text-muted">{buyer.email ?? adminMessages.erasedAccount}</span>
            </Fact>
            <Fact name="Situação">
              <Chip {...stateWords[order.state]} />
            </Fact>
            <Fact name="Valor">{formatReais(order.centavos)}</Fact>
            <Fact name="Valor reembolsado">{formatReais(order.returnedCentavos)}</Fact>
            <Fact name="Feito em">{momentText(order.createdAt)}</Fact>
            <Fact name="Pago em">{order.paidAt ? momentText(order.paidAt) : "Ainda não"}</Fact>
            <Fact name="Provedor">
              {providerName(provider)}, {methodNames[order.method]}
            </Fact>
            <Fact name="Número">
              <span className="text-13 break-all">{order.id}</span>
            </Fact>
          </dl>
        </Box>
        <Box title="Histórico">
          <ol className="grid gap-2.5 text-14">
            {events.map(({ id, kind, detail: facts, actor, at }) => (
              <Happening key={id} at={at}>
                <span>{describeEvent(kind, facts)}</span>
                {actor !== null && <span className="block wrap-anywhere text-muted">por {actor}</span>}
              </Happening>
            ))}
          </ol>
        </Box>
        <Box title="Extrato do pedido">
          {entries.length === 0 ? (
            <p className="text-14 text-muted">Este pedido ainda não liberou nada.</p>
          ) : (
            <ol className="grid gap-2.5 text-14">
              {entries.map(({ id, kind, at, ...amounts }) => (
                <Happening key={id} at={at}>
                  {isEntryKind(kind) && (
                    <span>{describeEntry({ kind, product: order.product, ...amounts }).title}</span>
                  )}
                  <span className="block tabular-nums">
                    {isEntryKind(kind) &&
                      describeEntry({ kind, product: order.product, ...amounts }).changes.join(" · ")}
                  </span>
                </Happening>
              ))}
            </ol>
          )}
        </Box>
      </div>
      <div className="grid gap-4">
        {refundableCentavos > 0 && (
          <Box title="Devolver dinheiro">
            <RefundForm key={refundableCentavos} refundable={refundableCentavos} onRefund={refund.mutateAsync} />
          </Box>
        )}
        {strays.map(({ paymentId, refundableCentavos: refundable }) => (
          <Box key={`${paymentId} ${refundable}`} title="Pagamento fora do pedido">
            <p className="mb-3 text-14 text-muted">
              Não liberou nada: o valor, o produto ou o membro é outro, ou foi pago duas vezes. Número no provedor:{" "}
              <span className="break-all">{paymentId}</span>
            </p>
            <RefundForm refundable={refundable} onRefund={(body) => refund.mutateAsync({ ...body, paymentId })} />
          </Box>
        ))}
        <Box title="Cortesia para este membro">
          <CourtesyForm onGrant={grant.mutateAsync} />
        </Box>
        {provider === SANDBOX && (
          <Box title="Ambiente de testes">
            <p className="mb-3 text-14 text-muted">
              O que o banco faz a seguir. Cada notificação é assinada como uma de verdade.
            </p>
            <div className="flex flex-wrap gap-2">
              {sandboxEvents.map(({ event, label }) => (
                <Button
                  key={event}
                  size="small"
                  variant="outline"
                  mayWrap
                  isBusy={operate.isPending && operate.variables === event}
                  onClick={() => operate.mutate(event)}
                >
                  {label}
                </Button>
              ))}
            </div>
            {operate.isError && <Alert tone="error">{messageOf(operate.error)}</Alert>}
          </Box>
        )}
      </div>
    </div>
  );
}

/** An entry of the history or of the ledger. */
function Happening({ at, children }: { at: string; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-muted tabular-nums">
        {momentText(at)}
      </time>
      <p>{children}</p>
    </li>
  );
}
