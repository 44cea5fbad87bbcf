import { CASE_PAGE } from "@caramelo/contract/limits";
import { ButtonLink } from "~/ui/basics/link.tsx";

type Props = { page: number; count: number; hrefOf: (page: number) => string };

/** The way through the pages of a queue; nothing where there is one. */
export function Pages({ page, count, hrefOf }: Props) {
  const last = Math.max(1, Math.ceil(count / CASE_PAGE));
  if (last === 1) return null;
  return (
    <nav aria-label="Páginas" className="flex items-center justify-between gap-3">
      {page > 1 ? (
        <ButtonLink to={hrefOf(page - 1)} variant="outline" size="small">
          Anterior
        </ButtonLink>
      ) : (
        <span />
      )}
      <p className="text-14 text-muted tabular-nums">
        Página {page} de {last}
      </p>
      {page < last ? (
        <ButtonLink to={hrefOf(page + 1)} variant="outline" size="small">
          Próxima
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
