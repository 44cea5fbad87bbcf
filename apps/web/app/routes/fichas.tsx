import { BalanceHead } from "~/features/billing/balance-head.tsx";
import { TokensHoldAlert, useTokensHold } from "~/features/billing/review.tsx";
import { StatementList } from "~/features/billing/statement-list.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";

export const meta = () => pageTitle("Minhas fichas");
export const handle: ScreenHandle = { title: "Minhas fichas" };

export default function Tokens() {
  const { role, isPremium, balance } = useMember();
  const isBaby = role === "baby";
  const hold = useTokensHold();
  return (
    <div className="mx-auto grid w-full max-w-160 gap-4 px-4 pt-4 pb-10 md:px-8 md:pt-6">
      {balance && <BalanceHead {...balance} isSold={hold === null} />}
      {hold !== null && <TokensHoldAlert until={hold} />}
      {isPremium && !isBaby && (
        <Alert title="Com o Premium você não usa fichas">As que você tem ficam guardadas para depois.</Alert>
      )}
      <StatementList
        hint={
          isBaby
            ? "Você escreve de graça. O que você comprar aparece nesta lista."
            : "Cada compra e cada mensagem que usar fichas aparece nesta lista."
        }
        action={
          <ButtonLink to={isBaby ? "/destaque" : "/premium"} variant={balance ? "outline" : "primary"}>
            {isBaby ? "Ver o destaque" : "Ver os planos"}
          </ButtonLink>
        }
      />
    </div>
  );
}
