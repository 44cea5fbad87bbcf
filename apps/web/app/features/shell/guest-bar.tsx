import { ButtonLink } from "~/ui/link.tsx";
import { BrandLink } from "./brand-link.tsx";

/** The top bar of people without a session. */
export function GuestBar({ className }: { className?: string }) {
  return (
    <header className={className}>
      <div className="sticky top-0 z-20 border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-[1280px] items-center gap-1 pr-2 pl-4 md:h-16 md:px-8">
          <BrandLink to="/login" className="mr-auto" />
          <ButtonLink to="/login" variant="ghost">
            Entrar
          </ButtonLink>
          <ButtonLink to="/cadastro" className="max-md:hidden">
            Cadastre-se
          </ButtonLink>
        </div>
      </div>
    </header>
  );
}
