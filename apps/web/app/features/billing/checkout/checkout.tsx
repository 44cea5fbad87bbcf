import type { PaymentMethod, Product } from "@caramelo/contract/billing/calls";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Hourglass, ReceiptText } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { isApiError, messageOf } from "~/platform/api.ts";
import { refresh } from "~/platform/refresh.ts";
import { Button } from "~/ui/basics/button.tsx";
import { buttonClass } from "~/ui/basics/button-class.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState, LoadingState } from "~/ui/states/screen-state.tsx";
import {
  type Checkout as Opened,
  type Order,
  offersQuery,
  orderQuery,
  receiptQuery,
  useCheckPayment,
  useMadeOrder,
} from "../queries.ts";
import { Reassurances } from "../reassurances.tsx";
import { TokensHoldAlert } from "../review.tsx";
import { reviewWords, thanksTypeOf } from "../rules.ts";
import { markPaid } from "./just-paid.ts";
import { OrderSummary } from "./order-summary.tsx";
import { PaymentFrame } from "./payment-frame.tsx";
import { PaymentMethods } from "./payment-methods.tsx";

/** Shows the order's summary and payment page; opens the thanks once the order is paid. */
export function Checkout({ product }: { product: Product }) {
  const offers = useQuery(offersQuery);
  const [method, setMethod] = useState<PaymentMethod>();
  const methods = offers.data?.methods ?? [];
  const chosenMethod = method ?? methods[0];
  const [openedProduct, setOpenedProduct] = useState<Product>();
  // A payment page opened before a withdrawal was requested on another device stays, because it can be paid.
  const hold = product === "tokens" && openedProduct !== product ? (offers.data?.reviewUntil ?? null) : null;
  return (
    <div className="grid gap-3 md:gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-8">
      <div className="lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1">
        <OrderSummary product={product} />
      </div>
      <div className="grid min-w-0 gap-3 md:gap-4">
        {hold !== null ? (
          <TokensHoldAlert until={hold} />
        ) : (
          <>
            {methods.length > 1 && (
              <PaymentMethods methods={methods} value={chosenMethod ?? null} onValueChange={setMethod} />
            )}
            {offers.isError && <LoadFailed title="O pagamento não abriu" onRetry={() => offers.refetch()} as="h2" />}
            {chosenMethod ? (
              <Payment
                key={`${product} ${chosenMethod}`}
                product={product}
                method={chosenMethod}
                isSandbox={offers.data?.isSandbox === true}
                onOpen={setOpenedProduct}
              />
            ) : (
              offers.isPending && <Loading />
            )}
          </>
        )}
      </div>
    </div>
  );
}

const Loading = () => <LoadingState title="Abrindo o pagamento" text="Só um instante." />;

type PaymentProps = {
  product: Product;
  method: PaymentMethod;
  isSandbox: boolean;
  /** Called when the server has created the order and returned its payment page. */
  onOpen: (product: Product) => void;
};

function Payment({ product, method, isSandbox, onOpen }: PaymentProps) {
  const { checkout, error, make } = useMadeOrder(product, method, () => onOpen(product));
  if (error) {
    if (isApiError(error, "WITHDRAWAL_UNDER_REVIEW")) return <NotSoldNow error={error} />;
    return <LoadFailed title="O pagamento não abriu" text={messageOf(error)} onRetry={make} as="h2" />;
  }
  if (!checkout) return <Loading />;
  return (
    <>
      {isSandbox && (
        <Alert tone="info" className="py-1.5!">
          <strong className="font-semibold">Pagamento de teste</strong>: nada é cobrado.
        </Alert>
      )}
      <OpenPayment key={checkout.order.id} checkout={checkout} onRestart={make} />
    </>
  );
}

/** Shown when the offers are out of date, because the member has just requested a withdrawal on another device. */
function NotSoldNow({ error }: { error: Error }) {
  return (
    <EmptyState
      icon={<Hourglass aria-hidden className="text-gold" />}
      title={reviewWords.waiting.title}
      text={messageOf(error)}
      action={<ButtonLink to="/compras">Minhas compras</ButtonLink>}
    />
  );
}

type ReturnedProps = { orderId: string; checkout: string };

/**
 * Follows an order whose buyer returns from the payment company's page. The return alone does not prove the payment.
 */
export function ReturnedCheckout({ orderId, checkout }: ReturnedProps) {
  const order = useQuery(receiptQuery(orderId));
  const navigate = useNavigate();
  if (order.isPending) return <Loading />;
  if (!order.data) {
    if (isApiError(order.error, "NOT_FOUND", "VALIDATION_ERROR")) return <NoSuchOrder />;
    return <LoadFailed title="O pagamento não abriu" onRetry={() => order.refetch()} as="h2" />;
  }
  const returnedCheckout = { order: order.data, presentation: "redirect" as const, url: null };
  return <OpenPayment checkout={returnedCheckout} onRestart={() => void navigate(checkout, { replace: true })} />;
}

function NoSuchOrder() {
  return (
    <EmptyState
      icon={<ReceiptText aria-hidden className="text-primary" />}
      title="Não achamos esta compra"
      text="As suas estão em Minhas compras."
      action={<ButtonLink to="/compras">Minhas compras</ButtonLink>}
    />
  );
}

type OpenProps = { checkout: Opened; onRestart: () => void };

/** Only the server says whether the order is paid; messages from the payment frame are ignored. */
function OpenPayment({ checkout, onRestart }: OpenProps) {
  const { data: order } = useQuery(orderQuery(checkout.order));
  const navigate = useNavigate();
  const isPaid = order.state === "paid";
  const thanks = `/obrigado?type=${thanksTypeOf(order.product)}`;
  useEffect(() => {
    if (!isPaid) return;
    // The payment's live event may be missing, and the conversation behind the purchase must be up to date.
    refresh("self");
    markPaid(order.id);
    void navigate(thanks, { replace: true });
  }, [isPaid, navigate, order.id, thanks]);
  if (isPaid) return <LoadingState title="Pagamento confirmado" text="Só um instante…" />;
  if (order.state === "refunded" || order.state === "charged_back") {
    return (
      <Alert
        tone="info"
        title="Este pagamento foi devolvido"
        action={
          <ButtonLink to="/compras" className="mt-2 w-fit" variant="outline">
            Minhas compras
          </ButtonLink>
        }
      />
    );
  }
  if (order.state === "expired") {
    return (
      <Turn>
        <Alert
          tone="warning"
          title="O prazo deste pagamento terminou"
          action={
            <Button className="mt-2 w-fit" onClick={onRestart}>
              Gerar novo pagamento
            </Button>
          }
        >
          Nada foi cobrado.
        </Alert>
      </Turn>
    );
  }
  return (
    <>
      {order.state === "refused" && (
        <Turn>
          <Alert
            tone="error"
            title="O pagamento foi recusado"
            action={
              <Button className="mt-2 w-fit" variant="danger" onClick={onRestart}>
                Tentar de novo
              </Button>
            }
          >
            Nada foi cobrado. Confira os dados ou escolha outra forma de pagar.
          </Alert>
        </Turn>
      )}
      {order.state !== "refused" && !checkout.url && <Awaited order={order} />}
      {checkout.url && <PaymentPage url={checkout.url} isFramed={checkout.presentation === "frame"} order={order} />}
    </>
  );
}

/** Shown to a member who returns before the payment is confirmed. */
function Awaited({ order }: { order: Order }) {
  const check = useCheckPayment(order);
  return (
    <div className="grid justify-items-center gap-4">
      <LoadingState title="Conferindo o pagamento" text="Assim que ele for confirmado, esta página segue sozinha." />
      <Button variant="outline" isBusy={check.isPending} busyLabel="Conferindo…" onClick={() => check.mutate()}>
        Conferir agora
      </Button>
      <p role="status" className="text-center text-14 text-muted empty:hidden">
        {check.isSuccess && (
          <span>Ainda não recebemos a confirmação. Você pode sair daqui: a compra aparece em Minhas compras.</span>
        )}
        {check.isError && <span>{messageOf(check.error)}</span>}
      </p>
    </div>
  );
}

type PageProps = { url: string; isFramed: boolean; order: Order };

function PaymentPage({ url, isFramed, order }: PageProps) {
  const check = useCheckPayment(order);
  return (
    <div className="grid gap-3">
      {!isFramed && (
        <a href={url} rel="noreferrer" className={buttonClass({ size: "large", isWide: true })}>
          Ir para a página de pagamento
        </a>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass({ variant: "outline" })}>
          <ExternalLink aria-hidden strokeWidth={1.75} />
          Abrir em nova aba
        </a>
        <Button variant="ghost" isBusy={check.isPending} busyLabel="Conferindo…" onClick={() => check.mutate()}>
          Já paguei
        </Button>
      </div>
      <p role="status" className="text-14 text-muted empty:hidden">
        {check.isSuccess && (
          <span>Ainda não recebemos a confirmação. Assim que ela chegar, esta página segue sozinha.</span>
        )}
        {check.isError && <span>{messageOf(check.error)}</span>}
      </p>
      {isFramed && <PaymentFrame url={url} />}
      {/* The list appears only after the payment page, which would push it down. */}
      <Reassurances hasWithdrawal />
    </div>
  );
}

/**
 * Says what the member must do after an incomplete payment. Scrolls into view, because on phones the payment frame
 * below is long. Takes the focus if that is in the frame, or if the focused element is gone.
 */
function Turn({ children }: { children: ReactNode }) {
  return (
    <div ref={bringIntoView} tabIndex={-1} className="scroll-my-24 rounded-control outline-none">
      {children}
    </div>
  );
}

function bringIntoView(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: "nearest" });
  const { activeElement, body } = document;
  if (activeElement === body || activeElement instanceof HTMLIFrameElement) box?.focus({ preventScroll: true });
}
