import { momentText } from "@caramelo/contract/formats/moments";
import { CASE_PAGE } from "@caramelo/contract/limits";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { useQuery } from "@tanstack/react-query";
import { EyeOff, Flag } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { useStore } from "~/platform/store.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { FilterLinks } from "~/ui/lists/filter-links.tsx";
import { countPages } from "~/ui/lists/list-address-rules.ts";
import { type Column, ListTable } from "~/ui/lists/list-table.tsx";
import { Pages } from "~/ui/lists/pages.tsx";
import { useFocusAfterRemoval } from "~/ui/lists/use-focus-after-removal.ts";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import type { CaseSummary } from "../queries.ts";
import { type Dismissal, dismiss, dismissalStore, isDismissed } from "./dismissals.ts";
import { MemberLink } from "./member-link.tsx";
import { caseListQuery } from "./queries.ts";
import {
  CASE_FILTERS,
  countText,
  personEmail,
  personName,
  readCaseFilter,
  reasonLine,
  reporterName,
  severityWords,
  statusWords,
} from "./rules.ts";
import { useShortcuts } from "./use-shortcuts.ts";

/** Lists the cases that fit the filter in the address, the gravest waiting one first. */
export function CaseList() {
  const [search] = useSearchParams();
  const { filter, page } = readCaseFilter(search);
  const { key, status } = filter;
  const list = useQuery(caseListQuery({ ...(status && { status }), ...(page > 1 && { page }) }));
  const dismissals = useStore(dismissalStore);
  const navigate = useNavigate();
  const loadedCases = list.data?.cases ?? [];
  const cases = loadedCases.filter(
    ({ id, status: knownStatus }) => knownStatus !== "pending" || !isDismissed(dismissals, id),
  );
  const count = (list.data?.count ?? 0) - (loadedCases.length - cases.length);
  const first = status === "pending" ? cases[0]?.id : undefined;
  // The key for the next case also opens the first case of the list.
  useShortcuts((action) => action === "next" && first && void navigate(`/admin/denuncias/${first}`));
  return (
    <div {...useFocusAfterRemoval()} className="grid gap-4">
      <FilterLinks
        label="Situação"
        links={CASE_FILTERS.map((choice) => ({
          to: `?situacao=${choice.key}`,
          label: choice.label,
          isOn: choice === filter,
        }))}
      />
      {cases.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-14 text-muted">{countText(count, "denúncia", "denúncias")}</p>
          {first !== undefined && (
            <ButtonLink to={`/admin/denuncias/${first}`} size="small">
              Analisar em sequência
            </ButtonLink>
          )}
        </div>
      )}
      <ListTable
        name="Denúncias"
        query={list}
        failed={adminMessages.reportsLoadFailed}
        rows={cases}
        columns={COLUMNS}
        linkOf={({ id }) => ({ to: `/admin/denuncias/${id}` })}
        empty={
          <EmptyState
            icon={<Flag aria-hidden className="text-primary" />}
            title="Nenhuma denúncia encontrada"
            text={status && "Experimente outro filtro para ver as demais denúncias."}
            action={page > 1 && <ButtonLink to={`?situacao=${key}`}>Ir para a primeira página</ButtonLink>}
          />
        }
        rowClass="align-top"
      />
      {cases.length > 0 && <Pages page={page} last={countPages(count, CASE_PAGE)} />}
    </div>
  );
}

const COLUMNS: readonly Column<CaseSummary>[] = [
  {
    head: "Denunciante",
    cell: (summary) => (
      <>
        <span className="block font-medium">{reporterName(summary)}</span>
        {summary.reporter && <Email>{personEmail(summary.reporter)}</Email>}
        {summary.reportCount > 1 && (
          <span className="text-13 text-muted">
            e mais {countText(summary.reportCount - 1, "denúncia", "denúncias")}
          </span>
        )}
        {summary.noticeCount > 0 && <span className="block text-13 text-muted">com denúncia externa</span>}
      </>
    ),
  },
  {
    head: "Denunciado",
    cell: ({ reported }) => (
      <>
        <MemberLink member={reported} />
        <Email>{personEmail(reported)}</Email>
      </>
    ),
  },
  {
    head: "Motivo",
    cell: (summary) => (
      <span title={reasonLine(summary)} className="line-clamp-3 wrap-anywhere lg:max-w-96">
        {reasonLine(summary)}
      </span>
    ),
  },
  { head: "Status", cell: (summary) => <Status summary={summary} /> },
  {
    head: "Data",
    cell: ({ openedAt }) => <time dateTime={openedAt}>{momentText(openedAt)}</time>,
    className: "text-muted tabular-nums xl:whitespace-nowrap",
  },
  {
    head: "Ações",
    isUnlabelled: true,
    cell: ({ id, reported, status }) => (
      <span className="flex flex-wrap gap-2">
        <ButtonLink to={`/admin/denuncias/${id}`} size="small" variant={status === "pending" ? "primary" : "outline"}>
          {status === "pending" ? "Analisar" : "Ver"}
          <span className="sr-only"> denúncia de {personName(reported)}</span>
        </ButtonLink>
        {status === "pending" && <Dismiss id={id} name={personName(reported)} />}
      </span>
    ),
  },
];

function Status({ summary: { status, severity, isHidden, reviewedBy } }: { summary: CaseSummary }) {
  const grave = severityWords[severity];
  return (
    <>
      <span className="flex flex-wrap gap-1.5">
        <Chip size="small" {...statusWords[status]} />
        {grave && status === "pending" && <Chip size="small" {...grave} />}
        {isHidden && <Chip size="small" text="Escondido" tone="info" icon={<EyeOff aria-hidden />} />}
      </span>
      {reviewedBy && <span className="mt-1 block text-13 text-muted">por {reviewedBy}</span>}
    </>
  );
}

function Dismiss({ id, name }: Dismissal) {
  return (
    <Button size="small" variant="outline" onClick={() => dismiss({ id, name })}>
      Descartar
      <span className="sr-only"> denúncia de {name}</span>
    </Button>
  );
}

const Email = ({ children }: { children: string }) => (
  <span
    title={children}
    className="block text-13 text-muted max-lg:wrap-anywhere lg:max-w-32 lg:truncate xl:max-w-44 2xl:max-w-56"
  >
    {children}
  </span>
);
