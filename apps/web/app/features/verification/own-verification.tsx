import { longDayText } from "@caramelo/contract/formats/moments";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, Clock3, LockKeyhole, ShieldCheck, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "~/platform/api.ts";
import { useMember } from "~/platform/session.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";
import { type OwnVerification as Own, ownVerificationQuery } from "./queries.ts";
import { VerificationForm } from "./verification-form.tsx";

type Props = {
  /** Makes a picture small enough to send. */
  prepare: (file: File) => Promise<Blob>;
};

/** The state of the member's verification, and the form that sends documents. */
export function OwnVerification({ prepare }: Props) {
  const { data, error, isPending, isFetching, refetch } = useQuery(ownVerificationQuery);
  if (isPending) return <SkeletonRows />;
  if (!data) {
    return (
      <LoadFailed
        title="Sua verificação não carregou"
        text={messageOf(error)}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    );
  }
  return <Standing own={data} prepare={prepare} />;
}

function Standing({ own, prepare }: Props & { own: Own }) {
  const { ageGate, isVerified } = useMember();
  const { request, mayRequest } = own;
  if (own.isAgeAssured) return <Approved reviewedAt={request?.reviewedAt ?? null} />;
  if (request?.status === "pending") return <Pending sentAt={request.createdAt} hasPriority={own.hasPriority} />;
  if (!mayRequest) return null;
  return (
    <div className="grid gap-6">
      {ageGate && (
        <Alert tone="info" title="Confirme sua idade">
          {ageGate === "entry"
            ? "Este site é só para maiores de 18 anos. Até a confirmação, seu perfil fica oculto, e você só vê a sua própria conta."
            : "Para escrever e receber mensagens, confirme que você tem 18 anos ou mais."}
        </Alert>
      )}
      {request?.status === "rejected" && (
        <Alert tone="warning" title="Não conseguimos verificar você">
          {request.reason}
        </Alert>
      )}
      {isVerified && (
        <Alert tone="success" title="Seu perfil já tem o selo">
          Nossa equipe o concedeu sem documentos. Sua idade ainda é a que você informou: se quiser, confirme-a abaixo.
        </Alert>
      )}
      <Intro hasBadge={isVerified} />
      <VerificationForm prepare={prepare} isAgain={request !== null} />
    </div>
  );
}

function Intro({ hasBadge }: { hasBadge: boolean }) {
  return (
    <section aria-labelledby="porque" className="grid gap-3">
      <h2 id="porque" className="text-22 text-balance">
        {hasBadge ? "Confirme sua idade com um documento" : "Mostre que você é você"}
      </h2>
      <p className="text-muted">
        Duas fotos de um documento, uma selfie e sua data de nascimento. Uma pessoa da nossa equipe confere, e{" "}
        {hasBadge ? "sua idade passa a vir do documento." : "seu perfil ganha o selo Verificado."}
      </p>
      <ul className="grid gap-2 text-14 text-muted">
        <Pledge icon={<LockKeyhole aria-hidden />}>
          Guardamos tudo criptografado. Só quem confere abre, e cada abertura fica registrada.
        </Pledge>
        <Pledge icon={<Trash2 aria-hidden />}>
          Apagamos as fotos 24 horas depois de aprovar, ou 30 dias depois de recusar.
        </Pledge>
        <Pledge icon={<ShieldCheck aria-hidden />}>
          Ninguém no site vê seus documentos nem sua data de nascimento.
        </Pledge>
      </ul>
    </section>
  );
}

function Pledge({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5 [&>svg]:mt-px [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-primary [&>svg]:stroke-[1.75]">
      {icon}
      {children}
    </li>
  );
}

const GATE_TEXTS = {
  entry: " Até lá, seu perfil fica oculto, e você só vê a sua própria conta.",
  messaging: " Até lá, você não escreve nem recebe mensagens.",
};

function Pending({ sentAt, hasPriority }: { sentAt: string; hasPriority: boolean }) {
  const { ageGate } = useMember();
  return (
    <EmptyState
      icon={<Clock3 aria-hidden className="text-primary" />}
      title="Estamos conferindo"
      text={
        <>
          <span>
            Recebemos seus documentos em {longDayText(sentAt)}. Avisamos aqui e por e-mail quando terminarmos.
          </span>
          {hasPriority && <span> Com o seu destaque, você tem prioridade na fila.</span>}
          {ageGate && <span>{GATE_TEXTS[ageGate]}</span>}
        </>
      }
    />
  );
}

function Approved({ reviewedAt }: { reviewedAt: string | null }) {
  return (
    <EmptyState
      icon={<BadgeCheck aria-hidden className="text-ok" />}
      title="Seu perfil está verificado"
      text={
        <>
          {reviewedAt && <span>{`Aprovado em ${longDayText(reviewedAt)}. `}</span>}
          <span>
            Sua idade vem da data de nascimento do documento, e as fotos são apagadas 24 horas depois da aprovação.
          </span>
        </>
      }
      action={<ButtonLink to="/perfil">Ver meu perfil</ButtonLink>}
    />
  );
}
