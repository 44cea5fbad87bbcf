import { WITHDRAWAL_DAYS } from "@caramelo/contract/limits";
import { CreditCard, Lock, type LucideIcon, RotateCcw, ShieldCheck } from "lucide-react";

/** Statements true of every payment at this site. Mentions TLS only if the page was loaded over it. */
export function Reassurances({ hasWithdrawal = false }: { hasWithdrawal?: boolean }) {
  const isEncrypted = location.protocol === "https:";
  return (
    <ul className="mx-auto grid gap-x-8 gap-y-3 text-14 text-muted md:flex md:flex-wrap md:justify-center">
      <Fact icon={Lock}>Pagamento seguro</Fact>
      {isEncrypted && <Fact icon={ShieldCheck}>Conexão criptografada com SSL de 256 bits</Fact>}
      <Fact icon={CreditCard}>Seus dados de pagamento nunca são armazenados por nós</Fact>
      {hasWithdrawal && <Fact icon={RotateCcw}>Reembolso integral em até {WITHDRAWAL_DAYS} dias</Fact>}
    </ul>
  );
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
      {children}
    </li>
  );
}
