import { adminMessages } from "@caramelo/contract/texts/admin";
import { useQuery } from "@tanstack/react-query";
import { EyeOff, Flag } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { messageOf } from "~/platform/api.ts";
import { momentText } from "~/platform/date-rules.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { FilterLinks } from "~/ui/basics/filter-links.tsx";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { NamedTable } from "~/ui/basics/named-table.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";
import type { CaseSummary } from "../types.ts";
import { Pages } from "./pages.tsx";
import { caseListQuery, type Moderation, toldAs, useModeration } from "./queries.ts";
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

/** Cases of reports by a filter that stands in the address: those that wait, the gravest first. */
export function CaseList() {
  const [search] = useSearchParams();
  const { filter, page } = readCaseFilter(search);
  const { status } = filter;
  const list = useQuery(caseListQuery({ ...(status && { status }), ...(page > 1 && { page }) }));
  const moderation = useModeration();
  const hrefOf = (one: number) => `?situacao=${filter.key}&pagina=${one}`;
  const navigate = useNavigate();
  const first = status === "pending" ? list.data?.cases[0]?.id : undefined;
  // The key that goes from case to case also opens the first of them.
  useShortcuts((action) => action === "next" && first && void navigate(`/admin/denuncias/${first}`));
  return (
    <div className="grid gap-4">
      <FilterLinks
        label="Situação"
        links={CASE_FILTERS.map(({ key, label }) => ({ to: `?situacao=${key}`, label, isOn: key === filter.key }))}
      />
      {list.isPending && <SkeletonRows />}
      {list.isError && !list.data && (
        <LoadFailed
          title={adminMessages.reportsLoadFailed(messageOf(list.error))}
          onRetry={() => void list.refetch()}
          look="list"
        />
      )}
      {list.data && list.data.cases.length === 0 && (
        <EmptyState
          icon={<Flag aria-hidden className="text-primary" />}
          title="Nenhuma denúncia encontrada"
          text={status && "Experimente outro filtro para ver as demais denúncias."}
          action={page > 1 && <ButtonLink to={hrefOf(1)}>Ir para a primeira página</ButtonLink>}
        />
      )}
      {list.data && list.data.cases.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-14 text-muted">{countText(list.data.count, "denúncia", "denúncias")}</p>
            {first !== undefined && (
              <ButtonLink to={`/admin/denuncias/${first}`} size="small">
                Analisar em sequência
              </ButtonLink>
            )}
          </div>
          <CaseTable cases={list.data.cases} moderation={moderation} />
          <Pages page={page} count={list.data.count} hrefOf={hrefOf} />
        </>
      )}
    </div>
  );
}

const HEADS = ["Denunciante", "Denunciado", "Motivo", "Status", "Data", "Ações"];

/** A table; below 1024 px each row is a card of its own. */
function CaseTable({ cases, moderation }: { cases: readonly CaseSummary[]; moderation: Moderation }) {
  return (
    <div className="lg:rounded-card lg:border lg:border-line lg:bg-surface">
      <NamedTable
        name="Denúncias"
        heads={HEADS}
        className="w-full text-left text-14 max-lg:block"
        headClass="max-lg:sr-only"
      >
        <tbody className="max-lg:grid max-lg:gap-3">
          {cases.map((one) => (
            <CaseRow key={one.id} summary={one} moderation={moderation} />
          ))}
        </tbody>
      </NamedTable>
    </div>
  );
}

function CaseRow({ summary, moderation }: { summary: CaseSummary; moderation: Moderation }) {
  const { id, reported, reporter, reportCount, noticeCount, status, severity, isHidden, openedAt } = summary;
  const grave = severityWords[severity];
  const others = reportCount - 1;
  return (
    <tr className="border-line align-top max-lg:grid max-lg:gap-2 max-lg:rounded-card max-lg:border max-lg:bg-surface max-lg:p-4 lg:border-t lg:hover-mouse:bg-tint/60">
      <Cell label="Denunciante">
        <span className="block font-medium">{reporterName(summary)}</span>
        {reporter && <Email>{personEmail(reporter)}</Email>}
        {others > 0 && (
          <span className="text-13 text-muted">e mais {others === 1 ? "1 denúncia" : `${others} denúncias`}</span>
        )}
        {noticeCount > 0 && <span className="block text-13 text-muted">com aviso externo</span>}
      </Cell>
      <Cell label="Denunciado">
        <TextLink to={`/perfil/${reported.id}`}>{personName(reported)}</TextLink>
        <Email>{personEmail(reported)}</Email>
      </Cell>
      <Cell label="Motivo">
        <span title={reasonLine(summary)} className="line-clamp-2 max-w-64 wrap-anywhere">
          {reasonLine(summary)}
        </span>
      </Cell>
      <Cell label="Status">
        <span className="flex flex-wrap gap-1.5">
          <Chip tone={statusWords[status].tone} className="h-7! px-2.5!">
            {statusWords[status].text}
          </Chip>
          {grave && status === "pending" && (
            <Chip tone={grave.tone} className="h-7! px-2.5!">
              {grave.text}
            </Chip>
          )}
          {isHidden && (
            <Chip tone="info" icon={<EyeOff aria-hidden />} className="h-7! px-2.5!">
              Escondido
            </Chip>
          )}
        </span>
        {summary.reviewedBy && <span className="mt-1 block text-13 text-muted">por {summary.reviewedBy}</span>}
      </Cell>
      <Cell label="Data">
        <time dateTime={openedAt} className="whitespace-nowrap text-muted tabular-nums">
          {momentText(openedAt)}
        </time>
      </Cell>
      <td className="px-3 py-2.5 max-lg:p-0 max-lg:pt-1">
        <span className="flex flex-wrap gap-2">
          <ButtonLink to={`/admin/denuncias/${id}`} size="small" variant={status === "pending" ? "primary" : "outline"}>
            {status === "pending" ? "Analisar" : "Ver"}
            <span className="sr-only"> denúncia de {personName(reported)}</span>
          </ButtonLink>
          {status === "pending" && <Dismiss id={id} name={personName(reported)} moderation={moderation} />}
        </span>
      </td>
    </tr>
  );
}

function Dismiss({ id, name, moderation: { close } }: { id: string; name: string; moderation: Moderation }) {
  return (
    <Button
      size="small"
      variant="outline"
      isBusy={close.isPending && close.variables.params.id === id}
      onClick={() => close.mutate({ params: { id }, body: { status: "dismissed" } }, toldAs("Denúncia descartada"))}
    >
      Descartar
      <span className="sr-only"> denúncia de {name}</span>
    </Button>
  );
}

const Email = ({ children }: { children: ReactNode }) => (
  <span className="block max-w-56 truncate text-13 text-muted">{children}</span>
);

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="px-3 py-2.5 max-lg:grid max-lg:grid-cols-[6.5rem_minmax(0,1fr)] max-lg:gap-2 max-lg:p-0">
      <span aria-hidden className="text-13 text-muted lg:hidden">
        {label}
      </span>
      <div className="min-w-0">{children}</div>
    </td>
  );
}
