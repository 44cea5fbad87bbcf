import { cx } from "~/ui/basics/cx.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { BrandLink } from "../brand-link.tsx";

type Props = {
  isSigningUp?: boolean;
  /** A member's page keeps this bar until the member's own replaces it. */
  isMember?: boolean | undefined;
  className?: string;
};

/** The top bar of guests. The sign-up page has no link to itself. */
export function GuestBar({ isSigningUp = false, isMember = false, className }: Props) {
  return (
    <header
      data-top-bar={!isSigningUp || undefined}
      className={cx("sticky top-0 z-20 short:static border-b border-line bg-surface", className)}
    >
      <div className="mx-auto flex h-14 max-w-page items-center gap-1 pr-2 pl-4 md:h-16 md:px-8">
        <BrandLink to="/login" className="mr-auto" />
        <ButtonLink to="/como-funciona" variant="ghost" className="max-md:hidden">
          Como funciona
        </ButtonLink>
        <ButtonLink to={isMember ? "/busca" : "/login"} variant="ghost" className="max-[22rem]:px-1.5 max-md:px-3">
          {isMember ? "Buscar perfis" : "Entrar"}
        </ButtonLink>
        {!isSigningUp && !isMember && (
          <ButtonLink to="/cadastro" className="max-[22rem]:px-2 max-md:px-3.5">
            Cadastre-se
          </ButtonLink>
        )}
      </div>
    </header>
  );
}
