import { adminMessages } from "@caramelo/contract/texts/admin";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, UserRoundPlus, Users } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { messageOf } from "~/platform/api.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { ButtonLink } from "~/ui/link.tsx";
import { EmptyState } from "~/ui/screen-state.tsx";
import { SkeletonRows } from "~/ui/skeleton.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import {
  type StaffUser,
  type SwitchName,
  type SwitchSummary,
  userCountQuery,
  usersQuery,
  useSwitch,
} from "./queries.ts";
import {
  changeAddress,
  countText,
  failureText,
  filterOf,
  pageText,
  readUserList,
  refusalText,
  summaryText,
  switchWords,
} from "./rules.ts";
import { type Question, SwitchDialog } from "./switch-dialog.tsx";
import { useBanner } from "./use-banner.ts";
import { UserFilters } from "./user-filters.tsx";
import { UserTable } from "./user-table.tsx";

type Summary = SwitchSummary & { names: ReadonlyMap<string, string> };
type Props = {
  isAllowed: (name: SwitchName) => boolean;
  mayCreate: boolean;
};

/** All members: search, filters, order and page stand in the address. */
export function UserList({ isAllowed, mayCreate }: Props) {
  const [search, setSearch] = useSearchParams();
  const query = readUserList(search);
  const list = useQuery(usersQuery(query));
  const count = useQuery(userCountQuery(filterOf(query)));
  const change = (key: string, value: string | undefined) =>
    setSearch(changeAddress(search, key, value), { replace: key === "q" });
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
      {list.isPending && <SkeletonRows />}
      {list.isError && !list.data && (
        <Alert
          tone="error"
          action={
            <div className="mt-2">
              <Button variant="danger" size="small" onClick={() => list.refetch()}>
                Tentar Novamente
              </Button>
            </div>
          }
        >
          {adminMessages.usersLoadFailed(messageOf(list.error))}
        </Alert>
      )}
      {list.data?.users.length === 0 && (
        <EmptyState
          icon={<Users aria-hidden className="text-primary" />}
          title="Nenhum usuário encontrado"
          text="Experimente outra busca ou outros filtros."
        />
      )}
      {list.data && list.data.users.length > 0 && (
        // Another page or filter begins without a choice of rows.
        <Rows
          key={search.toString()}
          users={list.data.users}
          search={search}
          isAllowed={isAllowed}
          onSort={(order) => change("ordem", order)}
        />
      )}
      {list.data && list.data.users.length > 0 && (
        <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-14 text-muted tabular-nums">
            {pageText(query.page ?? 1, list.data.users.length, count.data)}
          </p>
          <div className="flex gap-2">
            <Button
              variant="outline"
              disabled={(query.page ?? 1) === 1}
              onClick={() => change("pagina", String((query.page ?? 1) - 1))}
            >
              <ChevronLeft aria-hidden />
              Anterior
            </Button>
            <Button
              variant="outline"
              disabled={!list.data.hasMore}
              onClick={() => change("pagina", String((query.page ?? 1) + 1))}
            >
              Próxima
              <ChevronRight aria-hidden />
            </Button>
          </div>
        </nav>
      )}
    </div>
  );
}

type RowsProps = {
  users: readonly StaffUser[];
  search: URLSearchParams;
  isAllowed: (name: SwitchName) => boolean;
  onSort: (order: string) => void;
};

function Rows({ users, search, isAllowed, onSort }: RowsProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [question, setQuestion] = useState<Question>();
  const [summary, setSummary] = useState<Summary>();
  const { banner, show } = useBanner();
  const change = useSwitch();

  function select(ids: readonly string[], isSelected: boolean) {
    const others = [...selected].filter((id) => !ids.includes(id));
    setSelected(new Set(isSelected ? [...others, ...ids] : others));
  }
  async function confirm({ name, isOn, ids }: Question, reason: string) {
    setSummary(undefined);
    try {
      const done = await change.mutateAsync({ name, isOn, ids, reason });
      const [refused] = done.refused;
      if (ids.length > 1) setSummary({ ...done, names: new Map(users.map((user) => [user.id, user.name])) });
      else if (refused) show({ tone: "error", text: failureText(name, isOn, refusalText(refused.why)) });
      else show({ tone: "success", text: switchWords[name].done[isOn ? "on" : "off"] });
      if (ids.length > 1) setSelected(new Set());
    } catch (error) {
      show({ tone: "error", text: failureText(name, isOn, messageOf(error)) });
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {banner && (
        <Alert tone={banner.tone} className="sticky top-16 z-3">
          {banner.text}
        </Alert>
      )}
      {summary && <SummaryAlert summary={summary} onClose={() => setSummary(undefined)} />}
      <BulkBar
        count={selected.size}
        isAllowed={isAllowed}
        onAsk={(name, isOn) => setQuestion({ name, isOn, ids: [...selected], who: whoText(users, selected) })}
        onClear={() => setSelected(new Set())}
      />
      <UserTable
        users={users}
        search={search}
        selected={selected}
        isAllowed={isAllowed}
        onSort={onSort}
        onSelect={(id, isSelected) => select([id], isSelected)}
        onSelectAll={(isSelected) =>
          select(
            users.map(({ id }) => id),
            isSelected,
          )
        }
        onSwitch={(user, name, isOn) => setQuestion({ name, isOn, ids: [user.id], who: user.name })}
      />
      <SwitchDialog question={question} onClose={() => setQuestion(undefined)} onConfirm={confirm} />
    </div>
  );
}

function whoText(users: readonly StaffUser[], selected: ReadonlySet<string>): string {
  const [first, ...others] = users.filter(({ id }) => selected.has(id));
  return others.length === 0 ? (first?.name ?? "") : `${selected.size} usuários`;
}

function SummaryAlert({ summary, onClose }: { summary: Summary; onClose: () => void }) {
  return (
    <Alert
      tone={summary.refused.length > 0 ? "warning" : "success"}
      title={summaryText(summary)}
      action={
        <div className="mt-1">
          <Button variant="outline" size="small" onClick={onClose}>
            Entendi
          </Button>
        </div>
      }
    >
      {summary.refused.length > 0 && (
        <ul className="grid gap-0.5">
          {summary.refused.map(({ id, why }) => (
            <li key={id} className="wrap-anywhere">
              {summary.names.get(id) ?? "Usuário"}: {refusalText(why)}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
