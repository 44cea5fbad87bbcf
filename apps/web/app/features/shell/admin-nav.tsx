import {
  BadgeCheck,
  Flag,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  ReceiptText,
  UserRoundPlus,
  Users,
} from "lucide-react";
import { Link, useLocation } from "react-router";
import { cx } from "~/ui/cx.ts";
import { isOpen } from "./rules.ts";

const ENTRIES: { to: string; label: string; icon: LucideIcon }[] = [
  { to: "/admin", label: "Dashboard", icon: LayoutDashboard },
  { to: "/admin/usuarios", label: "Usuários", icon: Users },
  { to: "/admin/cadastro-rapido", label: "Cadastro rápido", icon: UserRoundPlus },
  { to: "/admin/pedidos", label: "Pedidos", icon: ReceiptText },
  { to: "/admin/verificacoes", label: "Verificações", icon: BadgeCheck },
  { to: "/admin/denuncias", label: "Denúncias", icon: Flag },
  { to: "/admin/emails", label: "E-mails", icon: Mail },
];

/** On phones the row is wider than the screen, so the open entry is scrolled into view. */
function showInRow(entry: HTMLElement | null) {
  entry?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** The screens of the administration: a column on desktops, a row that scrolls on phones. */
export function AdminNav() {
  const { pathname } = useLocation();
  const isHere = (to: string) => (to === "/admin" ? pathname === to : isOpen(pathname, to));
  return (
    <nav
      aria-label="Administração"
      className="flex gap-1 overflow-x-auto border-b border-line bg-surface px-3 py-2 md:flex-col md:gap-0 md:overflow-visible md:border-r md:border-b-0 md:py-4"
    >
      <p className="px-3 pt-3.5 pb-1.5 text-13 font-semibold text-muted max-md:hidden">Administração</p>
      {ENTRIES.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          ref={isHere(to) ? showInRow : undefined}
          aria-current={isHere(to) ? "page" : undefined}
          className={cx(
            "flex min-h-11 shrink-0 items-center gap-2 rounded-control px-2.5 whitespace-nowrap hover-mouse:text-ink md:gap-3 md:px-3",
            isHere(to) ? "bg-tint font-semibold text-ink" : "font-medium text-muted",
          )}
        >
          <Icon aria-hidden className="size-5 max-md:hidden" strokeWidth={1.75} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
