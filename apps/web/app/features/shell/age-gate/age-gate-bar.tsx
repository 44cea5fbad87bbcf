import { brand } from "@caramelo/contract/brand/brand";
import { LogOut } from "lucide-react";
import { Link, useLocation } from "react-router";
import { useMember } from "~/platform/session.ts";
import { BrandMark } from "~/ui/basics/brand-mark.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { ThemeSwitch } from "~/ui/basics/theme-switch.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { BAR_CLASS, BAR_ROW_CLASS } from "../navigation/bar-entry.tsx";
import { isOpen } from "../rules.ts";
import { useSignOut } from "../use-sign-out.ts";
import { findOwnStart } from "./age-gate-rules.ts";

const ENTRIES = [
  { to: "/verificacao", label: "Verificação" },
  { to: "/perfil", label: "Meu Perfil" },
  { to: "/compras", label: "Compras" },
  { to: "/configuracoes", label: "Configurações" },
  // Includes the measures, because the bell, which otherwise links to them, is not available here.
  { to: "/medidas", label: "Avisos da equipe" },
];

/** The bar of a member whose age is not assured yet: links to the open screens, and sign-out. */
export function AgeGateBar() {
  const { pathname } = useLocation();
  const { lacksConsent } = useMember();
  const { leave, isLeaving } = useSignOut();
  return (
    <header data-top-bar className={BAR_CLASS}>
      <div className={BAR_ROW_CLASS}>
        <Link
          to={findOwnStart({ lacksConsent })}
          className="mr-auto inline-flex min-h-11 items-center gap-2 rounded-control font-display text-[1.25rem] leading-none font-semibold tracking-[-0.02em] md:text-22"
        >
          <BrandMark className="size-6.5 md:size-7" />
          {brand.name}
        </Link>
        <ThemeSwitch />
        <IconButton label="Sair" onClick={() => void leave()} disabled={isLeaving}>
          <LogOut aria-hidden strokeWidth={1.75} />
        </IconButton>
      </div>
      <nav
        aria-label="Principal"
        className="mx-auto flex max-w-shell gap-1 overflow-x-auto px-2 pb-1.5 [scrollbar-width:none] md:px-6"
      >
        {ENTRIES.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            aria-current={isOpen(pathname, to) ? "page" : undefined}
            className={cx(
              "inline-flex min-h-11 shrink-0 items-center rounded-control px-2.5 text-14 whitespace-nowrap hover-mouse:text-ink",
              isOpen(pathname, to) ? "bg-tint font-semibold text-ink" : "font-medium text-muted",
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
    </header>
  );
}

/** Tells a member who withdrew the consent to sensitive data that they are hidden, and what they can do. */
export function HiddenNotice() {
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-4 md:px-8">
      <Alert tone="warning" title="Sua conta está oculta">
        Você retirou a autorização de dados sensíveis.{" "}
        <TextLink to="/configuracoes/dados#autorizacoes">Autorizar de novo ou excluir a conta</TextLink>
      </Alert>
    </div>
  );
}
