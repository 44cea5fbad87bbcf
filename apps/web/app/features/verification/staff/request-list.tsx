import { countWords, formatCount } from "@caramelo/contract/formats/counts";
import { momentText } from "@caramelo/contract/formats/moments";
import { VERIFICATION_DOCUMENTS, VERIFICATION_PAGE } from "@caramelo/contract/limits";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BadgeCheck, Sparkles } from "lucide-react";
import { Navigate, useSearchParams } from "react-router";
import { Chip } from "~/ui/basics/chip.tsx";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { FilterLinks } from "~/ui/lists/filter-links.tsx";
import { addressOfPage, changeAddress, countPages } from "~/ui/lists/list-address-rules.ts";
import { type Column, ListTable } from "~/ui/lists/list-table.tsx";
import { Pages } from "~/ui/lists/pages.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { type ListedRequest, queueQuery, requestsQuery } from "./queries.ts";
import { filterWords, readListAddress, staffTexts, statusWords } from "./rules.ts";

/** Lists the verification requests of the filter and page in the address. */
export function RequestList() {
  const [search] = useSearchParams();
  const { value, status, page } = readListAddress(search);
  const list = useQuery({ ...requestsQuery(status, page), placeholderData: keepPreviousData });
  const queue = useQuery(queueQuery);
  const [first] = queue.data?.ids ?? [];
  const { requests = [], total = 0, pending } = list.data ?? {};
  const last = countPages(total, VERIFICATION_PAGE);
  // A page beyond the end is requested when other staff have decided its requests, or by a typed address.
  const isPastEnd = page > last && !list.isPlaceholderData;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <FilterLinks
          label="Situação"
          links={filterWords.map((choice) => ({
            to: `?${changeAddress(search, "situacao", choice.value)}`,
            label: choice.status === "pending" ? pendingLabel(choice.label, pending) : choice.label,
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
      <ListTable
        name="Solicitações de verificação"
        query={list}
        failed="As verificações não carregaram"
        rows={requests}
        columns={COLUMNS}
        linkOf={({ id }) => ({ to: `/admin/verificacoes/${id}` })}
        empty={
          isPastEnd ? (
            <Navigate to={addressOfPage(search, last)} replace />
          ) : (
            <EmptyState icon={<BadgeCheck aria-hidden className="text-primary" />} title={staffTexts.none} />
          )
        }
      />
      {requests.length > 0 && (
        <Pages page={page} last={last}>
          {countWords(total, "solicitação", "solicitações")}
        </Pages>
      )}
    </div>
  );
}

const pendingLabel = (label: string, pending = 0) =>
  pending === 0 ? (
    label
  ) : (
    <>
      {label} <span className="tabular-nums">({formatCount(pending)})</span>
    </>
  );

const DOCUMENT_LABELS = { front: "Frente", back: "Verso", selfie: "Selfie" } as const;

const COLUMNS: readonly Column<ListedRequest>[] = [
  {
    head: "Usuário",
    isTitle: true,
    cell: ({ id, member, hasPriority }) => (
      <>
        <TextLink to={`/admin/verificacoes/${id}`}>{member.name || staffTexts.nameless}</TextLink>
        {hasPriority && (
          <Chip text="Prioridade" tone="gold" icon={<Sparkles aria-hidden />} size="tiny" className="mt-1" />
        )}
      </>
    ),
    className: "max-lg:text-16 max-lg:font-semibold",
  },
  {
    head: "Email",
    cell: ({ member: { email } }) => (
      // In a narrow table, a wrapped address would make each row four lines high. The request shows it whole.
      <span title={email} className="block wrap-anywhere lg:max-xl:max-w-24 lg:max-xl:truncate">
        {email || staffTexts.addressless}
      </span>
    ),
  },
  {
    head: "Data",
    cell: ({ createdAt }) => momentText(createdAt),
    className: "text-muted tabular-nums lg:whitespace-nowrap",
  },
  {
    head: "Status",
    cell: ({ status }) => <Chip size="small" text={statusWords[status].text} tone={statusWords[status].tone} />,
  },
  { head: "Documentos", cell: (request) => <Documents request={request} /> },
  { head: "Ações", isUnlabelled: true, cell: (request) => <Actions request={request} /> },
];

/** Each document opens in a new tab, which may ask for a fresh factor. */
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
          className="inline-flex min-h-11 min-w-11 items-center lg:min-h-6 lg:min-w-0"
        >
          {DOCUMENT_LABELS[kind]}
          <span className="sr-only"> (abre em outra aba)</span>
        </TextLink>
      ))}
    </span>
  );
}

/** The buttons open the review, because the decision is made next to the documents. */
function Actions({ request: { id, status, reviewedAt } }: { request: ListedRequest }) {
  if (status !== "pending") {
    return (
      <span className="text-muted">
        <span>{`${statusWords[status].decided} ${reviewedAt ? momentText(reviewedAt) : ""}`}</span>
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
