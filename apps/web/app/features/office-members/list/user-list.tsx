import { adminMessages } from "@caramelo/contract/texts/admin";
import { useQuery } from "@tanstack/react-query";
import { UserRoundPlus, Users } from "lucide-react";
import { Button } from "~/ui/basics/button.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { ListTable } from "~/ui/lists/list-table.tsx";
import { Pages } from "~/ui/lists/pages.tsx";
import { useListAddress } from "~/ui/lists/use-list-address.ts";
import { LazyPart, lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { type SwitchName, userCountQuery, usersQuery } from "../queries.ts";
import { countText, editorOf, filterOf, pageText, readUserList, toListState } from "../rules.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { SummaryAlert } from "./summary-alert.tsx";
import { useUserActions } from "./use-user-actions.ts";
import { columnsOf } from "./user-columns.tsx";
import { UserFilters } from "./user-filters.tsx";

const SwitchDialog = lazyPart(() => import("./switch-dialog.tsx").then((file) => file.SwitchDialog));

type Props = { isAllowed: (name: SwitchName) => boolean; mayCreate: boolean };

/** Lists all members. The search, filters, order and page are stored in the address. */
export function UserList({ isAllowed, mayCreate }: Props) {
  usePreload(SwitchDialog);
  const { search, change } = useListAddress();
  const query = readUserList(search);
  const list = useQuery(usersQuery(query));
  const count = useQuery(userCountQuery(filterOf(query)));
  const users = list.data?.users ?? [];
  const actions = useUserActions(users, search.toString());
  const page = query.page ?? 1;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-22">
          <span>Usuários </span>
          {count.data && <span className="text-16 font-normal text-muted tabular-nums">{countText(count.data)}</span>}
        </h1>
        {mayCreate && (
          <ButtonLink to="/admin/cadastro-rapido">
            <UserRoundPlus aria-hidden strokeWidth={1.75} />
            Cadastro rápido
          </ButtonLink>
        )}
      </div>
      <UserFilters search={search} />
      {actions.banner}
      {actions.summary && <SummaryAlert summary={actions.summary} onClose={actions.closeSummary} />}
      <div
        aria-busy={list.isPlaceholderData}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 transition-opacity aria-busy:opacity-60"
      >
        <ListTable
          name="Usuários"
          query={list}
          failed={adminMessages.usersLoadFailed}
          rows={users}
          columns={columnsOf({
            search,
            isAllowed,
            onSort: (order) => change("ordem", order),
            onSwitch: actions.askOne,
          })}
          empty={<NobodyFound page={page} onFirst={() => change("pagina", undefined)} />}
          linkOf={({ id }) => ({ to: editorOf(id), state: toListState(search) })}
          selection={{ ids: actions.selected, onSelect: actions.select, nameOf: ({ name }) => name }}
          isDense
          isHeadSticky
        />
      </div>
      <BulkBar
        count={actions.selected.size}
        isAllowed={isAllowed}
        onAsk={actions.askAll}
        onClear={() => actions.select([...actions.selected], false)}
      />
      {users.length > 0 && (
        <Pages page={page} hasNext={list.data?.hasMore && !list.isPlaceholderData}>
          {!list.isPlaceholderData && pageText(page, users.length, count.data)}
        </Pages>
      )}
      {actions.question && (
        <LazyPart onFailure={actions.closeQuestion}>
          <SwitchDialog question={actions.question} onClose={actions.closeQuestion} onConfirm={actions.confirm} />
        </LazyPart>
      )}
    </div>
  );
}

/** A page beyond the last is empty, although earlier pages have members. */
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
