import { ChevronRight, Eye, Heart, LayoutDashboard, Settings } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "~/ui/cx.ts";

const MEMBER_LINKS = [
  { to: "/visitas", label: "Visitas", icon: Eye },
  { to: "/favoritos?aba=fas", label: "Quem me favoritou", icon: Heart },
  { to: "/configuracoes", label: "Configurações", icon: Settings },
] as const;
const STAFF_LINKS = [
  { to: "/admin", label: "Administração", icon: LayoutDashboard },
  { to: "/configuracoes", label: "Configurações", icon: Settings },
] as const;

type Props = {
  isStaff: boolean;
  /** How to leave; staff accounts cannot. */
  children?: ReactNode;
  className?: string;
};

/** What else belongs to one's account. */
export function OwnAccount({ isStaff, children, className }: Props) {
  return (
    <div className={cx("rounded-card border border-line bg-surface p-4 md:p-5", className)}>
      <h2 className="text-18">Sua conta</h2>
      <ul className="-mx-2 mt-1.5">
        {(isStaff ? STAFF_LINKS : MEMBER_LINKS).map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-11 items-center gap-3 rounded-control px-2 hover-mouse:bg-tint">
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
