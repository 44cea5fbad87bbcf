import { CalendarOff, DoorOpen, ShieldCheck } from "lucide-react";
import { cx } from "~/ui/basics/cx.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";

/**
 * Each statement is true of the product: staff review the documents, nothing renews automatically, every menu has the
 * exit.
 */
const PROOFS = [
  { Icon: ShieldCheck, text: "Verificação feita por pessoas" },
  { Icon: CalendarOff, text: "Sem renovação automática" },
  { Icon: DoorOpen, text: "Saída rápida no menu" },
] as const;

/** What the sign-in screen offers to people without an account. */
export function SignUpInvitation({ className }: { className?: string }) {
  return (
    <div className={cx("grid gap-4", className)}>
      <ButtonLink to="/cadastro" variant="outline" size="large" isWide>
        Criar conta grátis
      </ButtonLink>
      <ul className="grid grid-cols-3 gap-2">
        {PROOFS.map(({ Icon, text }) => (
          <li key={text} className="grid justify-items-center gap-1 text-center text-13 leading-snug text-muted">
            <Icon aria-hidden className="size-5 text-primary" strokeWidth={1.75} />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
