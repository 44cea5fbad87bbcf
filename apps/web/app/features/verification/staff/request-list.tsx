import { VERIFICATION_DOCUMENTS } from "@caramelo/contract/limits";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BadgeCheck, ChevronLeft, ChevronRight, Sparkles } from "lucide-react";
import { Navigate, useSearchParams } from "react-router";
import { momentText } from "~/platform/date-rules.ts";
import { Chip } from "~/ui/basics/chip.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { FilterLinks } from "~/ui/basics/filter-links.tsx";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { NamedTable } from "~/ui/basics/named-table.tsx";
import { QueryState } from "~/ui/states/query-state.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import type { ListedRequest } from "./queries.ts";
import { queueQuery, requestsQuery } from "./queries.ts";
import { countPages, filterWords, listAddress, readListAddress, staffTexts, statusWords } from "./rules.ts";

/** All verification requests by a filter and a page that stand in the address. */
export function RequestList() {
  const [search] = useSearchParams();
  const { value, status, page } = readListAddress(search);
  const list = useQuery({ ...requestsQuery(status, page), placeholderData: keepPreviousData });
  const queue = useQuery(queueQuery);
  const [first] = queue.data?.ids ?? [];
  const lastPage = countPages(list.data?.total ?? 0);
  // Others of the staff decided what stood there, or the address was typed.
  const isPastEnd = list.data?.requests.length === 0 && !list.isPlaceholderData && page > lastPage;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <FilterLinks
          label="Situação"
          links={filterWords.map((choice) => ({
            to: listAddress(choice.value, 1),
            label: choice.status === "pending" ? pendingLabel(choice.label, list.data?.pending) : choice.label,
            isOn: choice.value === value,
          }))}
        />
        {first && (
          <ButtonLink to={`/admin/verificacoes/${first}`} className="max-md:w-full md:ml-auto">
            <BadgeCheck aria-hidden strokeWidth={1.75} />
            Revisar pendentes
          </ButtonLink>
        )}
      </div>
      <QueryState query={list} failed="As verificações não carregaram" />
      {isPastEnd && <Navigate to={listAddress(value, lastPage)} replace />}
      {list.data?.requests.length === 0 && !isPastEnd && (
        <EmptyState icon={<BadgeCheck aria-hidden className="text-primary" />} title={staffTexts.none} />
      )}
      {list.data && list.data.requests.length > 0 && (
        <>
          <RequestTable requests={list.data.requests} />
          <Pages value={value} page={page} total={list.data.total} />
        </>
      )}
    </div>
  );
}

const pendingLabel = (label: string, pending = 0) =>
  pending === 0 ? (
    label
  ) : (
    <>
      {label} <span className="tabular-nums">({pending.toLocaleString("pt-BR")})</span>
    </>
  );

const HEADS = ["Usuário", "Email", "Data", "Status", "Documentos", "Ações"];
const DOCUMENT_LABELS = { front: "Frente", back: "Verso", selfie: "Selfie" } as const;
const CELL = "max-lg:flex max-lg:items-baseline max-lg:gap-3 max-lg:py-0.5 lg:px-3 lg:py-2.5";

/** A table from `lg` on; below it each row is a card, and each cell says what it is. */
function RequestTable({ requests }: { requests: ListedRequest[] }) {
  return (
    <div className="lg:overflow-hidden lg:rounded-card lg:border lg:border-line lg:bg-surface">
      <NamedTable
        name="Solicitações de verificação"
        heads={HEADS}
        className="w-full text-left text-14 max-lg:block"
        headClass="max-lg:sr-only"
      >
        <tbody className="max-lg:grid max-lg:gap-3">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </tbody>
      </NamedTable>
    </div>
  );
}

function RequestRow({ request }: { request: ListedRequest }) {
  const { id, member, status, createdAt, hasPriority } = request;
  const words = statusWords[status];
  return (
    <tr className="max-lg:grid max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-4 lg:border-t lg:border-line lg:hover-mouse:bg-tint/60">
      <th scope="row" className={cx(CELL, "font-normal max-lg:text-16 max-lg:font-semibold")}>
        <TextLink to={`/admin/verificacoes/${id}`}>{member.name || staffTexts.nameless}</TextLink>
        {hasPriority && (
          <Chip tone="gold" icon={<Sparkles aria-hidden />} className="mt-1 h-6! px-2! text-13!">
            Prioridade
          </Chip>
        )}
      </th>
      <td className={CELL}>
        <Head>Email</Head>
        <span className="min-w-0 wrap-anywhere">{member.email || staffTexts.addressless}</span>
      </td>
      <td className={cx(CELL, "text-muted tabular-nums lg:whitespace-nowrap")}>
        <Head>Data</Head>
        {momentText(createdAt)}
      </td>
      <td className={CELL}>
        <Head>Status</Head>
        <Chip tone={words.tone} className="h-7! px-2.5!">
          {words.text}
        </Chip>
      </td>
      <td className={CELL}>
        <Head>Documentos</Head>
        <Documents request={request} />
      </td>
      <td className={CELL}>
        <Actions request={request} />
      </td>
    </tr>
  );
}

/** What a cell is, where the heads of the table are out of sight. */
function Head({ children }: { children: string }) {
  return (
    <span aria-hidden className="w-24 shrink-0 text-13 text-muted lg:hidden">
      {children}
    </span>
  );
}

/** Each opens in a tab of its own, which asks for the second factor where it is not fresh. */
function Documents({ request: { id, hasDocuments } }: { request: ListedRequest }) {
  if (!hasDocuments) return <span className="text-muted">Apagados</span>;
  return (
    <span className="flex flex-wrap gap-x-3">
      {VERIFICATION_DOCUMENTS.map((kind) => (
        <TextLink
          key={kind}
          to={`/admin/verificacoes/${id}?documento=${kind}`}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-6 items-center"
        >
          {DOCUMENT_LABELS[kind]}
          <span className="sr-only"> (abre em outra aba)</span>
        </TextLink>
      ))}
    </span>
  );
}

/** The decision is made beside the documents, so the buttons lead there. */
function Actions({ request: { id, status, reviewedAt } }: { request: ListedRequest }) {
  if (status !== "pending") {
    return (
      <span className="text-muted">
        {statusWords[status].decided} {reviewedAt && momentText(reviewedAt)}
      </span>
    );
  }
  return (
    <span className="flex gap-2 max-lg:pt-2">
      <ButtonLink to={`/admin/verificacoes/${id}?acao=aprovar`} size="small">
        Aprovar
      </ButtonLink>
      <ButtonLink to={`/admin/verificacoes/${id}?acao=rejeitar`} size="small" variant="danger">
        Rejeitar
      </ButtonLink>
    </span>
  );
}

function Pages({ value, page, total }: { value: string; page: number; total: number }) {
  const pages = countPages(total);
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-3 text-14 text-muted">
      <p className="tabular-nums">
        {total.toLocaleString("pt-BR")} {total === 1 ? "solicitação" : "solicitações"}
      </p>
      {pages > 1 && (
        <div className="flex items-center gap-2">
          {page > 1 && (
            <ButtonLink to={listAddress(value, page - 1)} variant="outline" aria-label="Página anterior">
              <ChevronLeft aria-hidden />
            </ButtonLink>
          )}
          <span className="tabular-nums">
            Página {page} de {pages}
          </span>
          {page < pages && (
            <ButtonLink to={listAddress(value, page + 1)} variant="outline" aria-label="Próxima página">
              <ChevronRight aria-hidden />
            </ButtonLink>
          )}
        </div>
      )}
    </nav>
  );
}
