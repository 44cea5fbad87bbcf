import { countWords } from "@caramelo/contract/formats/counts";
import { momentText } from "@caramelo/contract/formats/moments";
import { reportReasons } from "@caramelo/contract/moderation/report-reasons";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Flag } from "lucide-react";
import { useState } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Box } from "~/ui/basics/box.tsx";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";
import type { CaseDetail } from "../queries.ts";
import { CaseActions } from "./case-actions.tsx";
import { Evidence } from "./evidence.tsx";
import { MemberLink } from "./member-link.tsx";
import { caseQuery, type Moderation, toastCallbacks, useModeration } from "./queries.ts";
import {
  countText,
  findMeantPhoto,
  isErased,
  measureLine,
  memberWords,
  personEmail,
  personName,
  reasonLine,
  severityWords,
  statusWords,
} from "./rules.ts";

/** One case: the reports with their evidence, the member's history, and the actions. */
export function CaseView({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(caseQuery(id));
  if (isPending) return <SkeletonRows />;
  if (data) return <Opened key={data.id} detail={data} />;
  if (isApiError(error, "NOT_FOUND", "VALIDATION_ERROR")) {
    return (
      <EmptyState
        icon={<Flag aria-hidden className="text-primary" />}
        title="Denúncia não encontrada"
        action={<ButtonLink to="/admin/denuncias">Voltar às denúncias</ButtonLink>}
      />
    );
  }
  return <LoadFailed title={adminMessages.profilesLoadFailed(messageOf(error))} onRetry={() => refetch()} />;
}

function Opened({ detail }: { detail: CaseDetail }) {
  const moderation = useModeration();
  const [chosenId, setChosenId] = useState<string>();
  const photoId = chosenId ?? findMeantPhoto(detail);
  const grave = severityWords[detail.severity];
  return (
    <div className="grid max-w-7xl gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ButtonLink to="/admin/denuncias" variant="ghost" size="small" className="-ml-3">
          <ArrowLeft aria-hidden strokeWidth={1.75} />
          Denúncias
        </ButtonLink>
        <h1 className="min-w-0 flex-1 text-22 wrap-anywhere max-md:basis-full">{personName(detail.reported)}</h1>
        <Chip {...statusWords[detail.status]} />
        {grave && <Chip {...grave} />}
        {/* In one column the actions are above the reports, so the reason is repeated here. */}
        <p className="basis-full text-14 wrap-anywhere xl:hidden">
          <span className="text-muted">Motivo:</span> {reasonLine(detail)}
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start">
        <div className="grid min-w-0 gap-4">
          {detail.isFlagged && <Flagged detail={detail} moderation={moderation} />}
          {detail.isHidden && <Hidden detail={detail} moderation={moderation} />}
          {(!detail.isFlagged || detail.reportCount + detail.noticeCount > 0) && <Reports detail={detail} />}
          <Evidence detail={detail} chosen={photoId} onChoose={setChosenId} />
        </div>
        <div className="grid min-w-0 gap-4 max-xl:order-first xl:sticky xl:top-4">
          <CaseActions detail={detail} moderation={moderation} photoId={photoId} />
          <History detail={detail} />
        </div>
      </div>
    </div>
  );
}

/** Content that reports or a notice hid automatically can be restored at once, while the case stays open. */
function Hidden({ detail, moderation: { restore } }: { detail: CaseDetail; moderation: Moderation }) {
  return (
    <Alert
      tone="warning"
      title="Escondido automaticamente"
      action={
        <Button
          size="small"
          variant="outline"
          className="mt-1 justify-self-start"
          isBusy={restore.isPending}
          onClick={() => restore.mutate({ params: { id: detail.id } }, toastCallbacks("Reexibido"))}
        >
          Reexibir já
        </Button>
      }
    >
      Só a equipe vê até a análise. Descartar ou concluir a denúncia mostra tudo de novo, a não ser que uma medida o
      impeça.
    </Alert>
  );
}

/**
 * Findings of the warning rules. Until staff review them, they only limit how many conversations the member can start.
 */
function Flagged({ detail, moderation: { liftSlowing } }: { detail: CaseDetail; moderation: Moderation }) {
  const { isSlowed } = detail.member;
  return (
    <Alert
      tone="warning"
      title="Sinais de golpe em mensagens a desconhecidos"
      action={
        isSlowed && (
          <Button
            size="small"
            variant="outline"
            className="mt-1 justify-self-start"
            isBusy={liftSlowing.isPending}
            onClick={() =>
              liftSlowing.mutate({ params: { id: detail.reported.id } }, toastCallbacks("Limite retirado"))
            }
          >
            Retirar o limite
          </Button>
        )
      }
    >
      {isSlowed
        ? "Uma regra notou as mensagens marcadas abaixo. Até alguém da equipe decidir, este membro inicia no máximo 3 conversas por dia, uma por hora. Nada foi ocultado nem suspenso."
        : "Uma regra notou as mensagens marcadas abaixo. O limite de novas conversas já foi retirado."}
    </Alert>
  );
}

function Reports({ detail }: { detail: CaseDetail }) {
  return (
    <Box title={countText(detail.reportCount, "denúncia", "denúncias")}>
      {detail.noticeCount > 0 && (
        <p className="mb-3 text-14">
          <TextLink to="/admin/denuncias/avisos">Há denúncia do formulário público</TextLink> sobre este membro.
        </p>
      )}
      <ul className="grid gap-3">
        {detail.reports.map(({ id, reporter, reason, details, at }) => (
          <li key={id} className="grid gap-1 border-line not-first:border-t not-first:pt-3 text-14">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <strong className="font-semibold">{details ?? reportReasons[reason]}</strong>
              {reporter.isSerialFalse && <Chip size="small" text="Denúncias descartadas em série" tone="warn" />}
            </p>
            <p className="text-13 text-muted wrap-anywhere">
              <MemberLink member={reporter} />, {personEmail(reporter)}, <time dateTime={at}>{momentText(at)}</time>.
              Denunciou em {countWords(reporter.cases, "caso", "casos")},{" "}
              {countWords(reporter.dismissed, "descartado", "descartados")}.
            </p>
          </li>
        ))}
      </ul>
    </Box>
  );
}

function History({ detail: { member, reported } }: { detail: CaseDetail }) {
  const status = memberWords[member.status];
  return (
    <Box title="Histórico do denunciado">
      <p className="mb-3 flex flex-wrap gap-1.5">
        <Chip size="small" {...status} />
        {member.isVerified && <Chip size="small" text="Verificado" tone="info" />}
        {member.isRepeatOffender && <Chip size="small" text="Reincidente" tone="danger" />}
      </p>
      <p className="text-14">
        {!isErased(reported) && <TextLink to={`/perfil/${reported.id}`}>Ver perfil</TextLink>}
        <span className="block text-13 text-muted wrap-anywhere">
          {member.memberSince === null
            ? "Os dados da conta foram apagados."
            : `${personEmail(reported)}, membro desde ${momentText(member.memberSince)}`}
        </span>
      </p>
      {member.measures.length === 0 && member.cases.length === 0 ? (
        <p className="mt-3 text-14 text-muted">Nada antes desta denúncia.</p>
      ) : (
        <ul className="mt-3 grid gap-2 text-14">
          {member.measures.map((measure) => (
            <li key={measure.id}>
              <span className="block font-medium">{measureLine(measure)}</span>
              <span className="block text-13 text-muted">
                {momentText(measure.takenAt)}: {measure.reason}
              </span>
            </li>
          ))}
          {member.cases.map((otherCase) => (
            <li key={otherCase.id}>
              <TextLink to={`/admin/denuncias/${otherCase.id}`}>Outra denúncia</TextLink>
              <span className="text-13 text-muted">
                {" "}
                {statusWords[otherCase.status].text.toLowerCase()}, {momentText(otherCase.openedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}
