import { adminMessages } from "@caramelo/contract/texts/admin";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, UserRoundPlus, Users } from "lucide-react";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";
import { FailedAlert } from "../failed-alert.tsx";
import { type SwitchName, userCountQuery, usersQuery } from "../queries.ts";
import { changeAddress, countText, filterOf, pageText, readUserList } from "../rules.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { SummaryAlert } from "./summary-alert.tsx";
import { SwitchDialog } from "./switch-dialog.tsx";
import { useUserActions } from "./use-user-actions.ts";
import { UserFilters } from "./user-filters.tsx";
import { UserTable } from "./user-table.tsx";

type Props = {
  isAllowed: (name: SwitchName) => boolean;
  mayCreate: boolean;
};

/** All members: search, filters, order and page stand in the address. */
export function UserList({ isAllowed, mayCreate }: Props) {
  const [search, setSearch] = useSearchParams();
  const latest = useLatest(search);
  const query = readUserList(search);
  const list = useQuery(usersQuery(query));
  const count = useQuery(userCountQuery(filterOf(query)));
  const users = list.data?.users ?? [];
  const actions = useUserActions(users, search.toString());
  const page = query.page ?? 1;
  // A search is written after a pause in typing, when another filter may have been chosen.
  const change = (key: string, value: string | undefined) =>
    setSearch(changeAddress(latest.current, key, value), { replace: key === "q" });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-22">
          Usuários{" "}
          {count.data && <span className="text-16 font-normal text-muted tabular-nums">{countText(count.data)}</span>}
        </h1>
        {mayCreate && (
          <ButtonLink to="/admin/cadastro-rapido">
            <UserRoundPlus aria-hidden strokeWidth={1.75} />
            Cadastro rápido
          </ButtonLink>
        )}
      </div>
      <UserFilters search={search} onChange={change} onClear={() => setSearch({})} />
      {actions.banner && (
        <Alert tone={actions.banner.tone} className="sticky top-16 z-3">
          {actions.banner.text}
        </Alert>
      )}
      {actions.summary && <SummaryAlert summary={actions.summary} onClose={actions.closeSummary} />}
      {list.isPending && <SkeletonRows />}
      {list.isError && !list.data && (
        <FailedAlert text={adminMessages.usersLoadFailed(messageOf(list.error))} onRetry={() => void list.refetch()} />
      )}
      <div role="status" className="empty:absolute">
        {list.data && users.length === 0 && <NobodyFound page={page} onFirst={() => change("pagina", undefined)} />}
      </div>
      {users.length > 0 && (
        <div
          aria-busy={list.isPlaceholderData}
          className="grid grid-cols-[minmax(0,1fr)] gap-3 transition-opacity aria-busy:opacity-60"
        >
          <BulkBar
            count={actions.selected.size}
            isAllowed={isAllowed}
            onAsk={actions.askAll}
            onClear={() => actions.select([...actions.selected], false)}
          />
          <UserTable
            users={users}
            search={search}
            selected={actions.selected}
            isAllowed={isAllowed}
            onSort={(order) => change("ordem", order)}
            onSelect={actions.select}
            onSwitch={actions.askOne}
          />
        </div>
      )}
      {users.length > 0 && (
        <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-14 text-muted tabular-nums">
            {!list.isPlaceholderData && pageText(page, users.length, count.data)}
          </p>
          <div className="flex gap-2">
            <Button variant="outline" disabled={page === 1} onClick={() => change("pagina", String(page - 1))}>
              <ChevronLeft aria-hidden />
              Anterior
            </Button>
            <Button
              variant="outline"
              disabled={!list.data?.hasMore || list.isPlaceholderData}
              onClick={() => change("pagina", String(page + 1))}
            >
              Próxima
              <ChevronRight aria-hidden />
            </Button>
          </div>
        </nav>
      )}
      {actions.question && (
        <SwitchDialog question={actions.question} onClose={actions.closeQuestion} onConfirm={actions.confirm} />
      )}
    </div>
  );
}

/** What is current when something happens later, not when it was asked for. */
function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

/** Behind the last page the members are still there. */
function NobodyFound({ page, onFirst }: { page: number; onFirst: () => void }) {
  const isBehind = page > 1;
  return (
    <EmptyState
      icon={<Users aria-hidden className="text-primary" />}
      title={isBehind ? "Nenhum usuário nesta página" : "Nenhum usuário encontrado"}
      text={isBehind ? "A lista termina antes." : "Experimente outra busca ou outros filtros."}
      action={isBehind && <Button onClick={onFirst}>Ir para a primeira página</Button>}
    />
  );
}
