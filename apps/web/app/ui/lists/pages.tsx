import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { Button } from "~/ui/basics/button.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { addressOfPage } from "~/ui/lists/list-address-rules.ts";

type Props = {
  page: number;
  /** The number of the last page; undefined if unknown. */
  last?: number;
  hasNext?: boolean;
  /** The number of entries. */
  children?: ReactNode;
};

/** Links to the pages of a list, whose number is stored in the address. */
export function Pages({ page, last = 1, hasNext = page < last, children }: Props) {
  const isOnly = page === 1 && !hasNext;
  if (isOnly && children === undefined) return null;
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="flex flex-wrap gap-x-3 text-14 text-muted tabular-nums">
        {children !== undefined && <span>{children}</span>}
        {last > 1 && (
          <span>
            Página {page} de {last}
          </span>
        )}
      </p>
      {!isOnly && (
        <div className="flex flex-wrap gap-2">
          <PageLink page={page - 1} isThere={page > 1}>
            <ChevronLeft aria-hidden />
            Anterior
          </PageLink>
          <PageLink page={page + 1} isThere={hasNext}>
            Próxima
            <ChevronRight aria-hidden />
          </PageLink>
        </div>
      )}
    </nav>
  );
}

function PageLink({ page, isThere, children }: { page: number; isThere: boolean; children: ReactNode }) {
  const [search] = useSearchParams();
  // A disabled button is rendered, so that the link to the other page keeps its position.
  if (!isThere) {
    return (
      <Button variant="outline" disabled>
        {children}
      </Button>
    );
  }
  return (
    <ButtonLink to={addressOfPage(search, page)} variant="outline">
      {children}
    </ButtonLink>
  );
}
