import { ChevronRight, Coins, Eye, Heart, ReceiptText, Settings, Shield } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "~/ui/basics/cx.ts";

const SETTINGS = { to: "/configuracoes", label: "Configurações", icon: Settings };
const CAME = [
  { to: "/visitas", label: "Visitas", icon: Eye },
  { to: "/favoritos?aba=fas", label: "Quem me favoritou", icon: Heart },
];
const TOKENS = { to: "/fichas", label: "Minhas fichas", icon: Coins };
const ORDERS = { to: "/compras", label: "Minhas compras", icon: ReceiptText };
const LINKS = {
  baby: [...CAME, ORDERS, SETTINGS],
  daddy: [...CAME, TOKENS, ORDERS, SETTINGS],
  mommy: [...CAME, TOKENS, ORDERS, SETTINGS],
  admin: [{ to: "/admin", label: "Administração", icon: Shield }, SETTINGS],
};

type Props = {
  memberRole: keyof typeof LINKS;
  /** The section that deactivates the account. Staff accounts have none. */
  children?: ReactNode;
  className?: string;
};

/** Links to the other screens of the account. */
export function OwnAccount({ memberRole, children, className }: Props) {
  return (
    <div className={cx("rounded-card border border-line bg-surface p-4 md:p-5", className)}>
      <h2 className="text-18">Sua conta</h2>
      <ul className="-mx-2 mt-1.5">
        {LINKS[memberRole].map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="press-row flex min-h-11 items-center gap-3 rounded-control px-2 hover-mouse:bg-tint"
            >
              <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
              <span className="min-w-0 flex-1">{label}</span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
