import { measureNames } from "@caramelo/contract/texts/moderation";
import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useSearchParams } from "react-router";
import { momentText } from "~/platform/date-rules.ts";
import { Chip } from "~/ui/basics/chip.tsx";
import { FilterLinks } from "~/ui/basics/filter-links.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { QueryState } from "~/ui/states/query-state.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import type { Appeal } from "../types.ts";
import { DecisionForm } from "./decision-form.tsx";
import { Pages } from "./pages.tsx";
import { appealListQuery, type Moderation, useModeration } from "./queries.ts";
import { personEmail, personName, readPage } from "./rules.ts";

/** Appeals against measures: those that wait with the oldest first. */
export function AppealList() {
  const [search] = useSearchParams();
  const isDecided = search.get("situacao") === "decididos";
  const page = readPage(search);
  const list = useQuery(appealListQuery({ status: isDecided ? "decided" : "pending", ...(page > 1 && { page }) }));
  const moderation = useModeration();
  return (
    <div className="grid gap-4">
      <DecidedFilter isDecided={isDecided} />
      <QueryState query={list} failed="Os recursos não carregaram" />
      {list.data && list.data.appeals.length === 0 && (
        <EmptyState
          icon={<Scale aria-hidden className="text-primary" />}
          title="Nenhum recurso"
          text={
            isDecided
              ? "Os recursos decididos aparecem aqui."
              : "Quando um membro recorrer de uma medida, ele aparece aqui."
          }
        />
      )}
      {list.data && (
        <>
          <ul className="grid gap-3">
            {list.data.appeals.map((appeal) => (
              <AppealItem key={appeal.id} appeal={appeal} moderation={moderation} />
            ))}
          </ul>
          <Pages
            page={page}
            count={list.data.count}
            hrefOf={(one) => `?situacao=${isDecided ? "decididos" : "pendentes"}&pagina=${one}`}
          />
        </>
      )}
    </div>
  );
}

/** The filter of a queue with two sides. */
export function DecidedFilter({ isDecided }: { isDecided: boolean }) {
  return (
    <FilterLinks
      label="Situação"
      links={[
        { to: "?situacao=pendentes", label: "Pendentes", isOn: !isDecided },
        { to: "?situacao=decididos", label: "Decididos", isOn: isDecided },
      ]}
    />
  );
}

function AppealItem({ appeal, moderation }: { appeal: Appeal; moderation: Moderation }) {
  const { id, member, kind, reason, takenAt, takenBy, endedAt, caseId, mayDecide } = appeal;
  const words = appeal.appeal;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 text-14 md:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink to={`/perfil/${member.id}`}>{personName(member)}</TextLink>
        <span className="text-13 text-muted wrap-anywhere">{personEmail(member)}</span>
        <Chip tone={kind === "ban" || kind === "suspension" ? "danger" : "plain"} className="h-7! px-2.5!">
          {measureNames[kind]}
        </Chip>
      </div>
      <p className="wrap-anywhere">
        <span className="text-muted">
          Motivo da medida, {momentText(takenAt)}
          {takenBy && `, por ${takenBy}`}:
        </span>{" "}
        {reason} {endedAt && <strong className="font-semibold">Já terminou em {momentText(endedAt)}.</strong>}{" "}
        {caseId && <TextLink to={`/admin/denuncias/${caseId}`}>Ver a denúncia</TextLink>}
      </p>
      {words && (
        <blockquote className="border-l-3 border-line pl-3 wrap-anywhere whitespace-pre-wrap">
          {words.text}
          <footer className="mt-1 text-13 text-muted">{momentText(words.at)}</footer>
        </blockquote>
      )}
      {words?.decision && (
        <p>
          <strong className="font-semibold">{words.decision.isGranted ? "Medida desfeita" : "Medida mantida"}</strong>,{" "}
          {momentText(words.decision.at)}: {words.decision.answer}
        </p>
      )}
      {!words?.decision && !mayDecide && (
        <p className="text-muted">Você tomou esta medida: outra pessoa da equipe decide o recurso.</p>
      )}
      {!words?.decision && mayDecide && (
        <DecisionForm
          label="Resposta ao membro"
          yes="Desfazer a medida"
          no="Manter a medida"
          suggestion="Analisamos de novo o que aconteceu."
          onDecide={async ({ isYes, answer }) => {
            await moderation.decideAppeal.mutateAsync({ params: { id }, body: { isGranted: isYes, answer } });
            showToast({ type: "success", title: isYes ? "Medida desfeita" : "Medida mantida" });
          }}
        />
      )}
    </li>
  );
}
