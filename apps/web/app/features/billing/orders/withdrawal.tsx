import { longDayText } from "@caramelo/contract/formats/moments";
import { formatReais } from "@caramelo/contract/formats/money";
import { WITHDRAWAL_ANSWER_DAYS, WITHDRAWAL_DAYS } from "@caramelo/contract/limits";
import { type ReactNode, useRef, useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { type Order, useWithdrawal } from "../queries.ts";

type Props = {
  order: Order;
  /** Names the order for a screen reader. */
  name: ReactNode;
  /** Returns the element that gets the focus when the withdrawal button disappears. */
  heading: () => HTMLElement | null;
};

/** Undoes a purchase, or asks the staff to undo it, after a confirmation. */
export function Withdrawal({ order, name, heading }: Props) {
  const { id, withdrawUntil } = order;
  const [isAsking, setIsAsking] = useState(false);
  // The order when the question was shown, because a live event changes the order before the call is answered.
  const [askedOrder, setAskedOrder] = useState(order);
  const { needsReview } = askedOrder;
  const opener = useRef<HTMLButtonElement>(null);
  const withdrawal = useWithdrawal(id);
  const ask = () => {
    setAskedOrder(order);
    setIsAsking(true);
  };
  const confirm = () =>
    withdrawal.mutate(undefined, {
      onSuccess: ({ review }) => showToast({ type: "success", title: doneText(review?.state === "waiting") }),
      onSettled: () => setIsAsking(false),
    });
  return (
    <>
      {withdrawUntil && (
        <Button ref={opener} size="small" variant="outline" onClick={ask}>
          Desfazer compra
          {name}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        finalFocus={() => (opener.current ? null : heading())}
        title={needsReview ? "Pedir para desfazer esta compra?" : "Desfazer esta compra?"}
        text={needsReview ? REVIEW_TEXT : <AtOnceText order={askedOrder} />}
        confirmLabel={needsReview ? "Enviar pedido" : "Desfazer e receber de volta"}
        isBusy={withdrawal.isPending}
        onConfirm={confirm}
      />
      {withdrawal.isError && (
        <Alert tone="error" className="w-full">
          {messageOf(withdrawal.error)}
        </Alert>
      )}
    </>
  );
}

const REVIEW_TEXT = `Você já desfez outra compra antes, e parte do que comprou foi usada (mais de 10%) ou outro reembolso ainda está a caminho. Por isso, a equipe analisa o pedido e responde em até ${WITHDRAWAL_ANSWER_DAYS} dias. Até lá, nada muda no que você comprou, e a compra de fichas fica em pausa.`;

const doneText = (isReviewed: boolean) =>
  isReviewed
    ? `Pedido enviado. Respondemos em até ${WITHDRAWAL_ANSWER_DAYS} dias.`
    : "Compra desfeita. O dinheiro está voltando para você.";

function AtOnceText({ order: { centavos, returnedCentavos, withdrawUntil } }: Pick<Props, "order">) {
  return (
    <>
      <span>
        Devolvemos {formatReais(centavos - returnedCentavos)} pelo mesmo meio em que você pagou, e o que você comprou
        deixa de valer.
      </span>
      {withdrawUntil && (
        <span>{` É seu direito até ${longDayText(withdrawUntil)}, ${WITHDRAWAL_DAYS} dias depois do pagamento.`}</span>
      )}
    </>
  );
}
