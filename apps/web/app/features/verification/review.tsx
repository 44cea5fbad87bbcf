import { verificationReasons } from "@caramelo/contract/verification-reasons";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, Check, ChevronDown, SkipForward, Sparkles, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { ButtonLink, TextLink } from "~/ui/link.tsx";
import { LoadFailed } from "~/ui/load-failed.tsx";
import { EmptyState } from "~/ui/screen-state.tsx";
import { SkeletonRows } from "~/ui/skeleton.tsx";
import { Switch } from "~/ui/switch.tsx";
import { showToast } from "~/ui/toast.ts";
import { ApprovalForm, isTyping, RejectionForm } from "./decision-forms.tsx";
import { PICTURES, RequestDocuments } from "./request-documents.tsx";
import { queueQuery, requestQuery, type StaffRequest, useDecision } from "./staff-queries.ts";
import {
  birthText,
  changeLook,
  findNext,
  findReviewKey,
  momentText,
  PLAIN_LOOK,
  staffTexts,
  statusWords,
} from "./staff-rules.ts";

/** One request for the team: its pictures, what they are compared with, and the decision. */
export function Review({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(requestQuery(id));
  const [hasKeys, setHasKeys] = useState(true);
  if (isPending) return <SkeletonRows />;
  if (data) return <Opened key={id} request={data} hasKeys={hasKeys} onKeys={setHasKeys} />;
  if (isApiError(error, "NOT_FOUND", "VALIDATION_ERROR")) {
    return (
      <EmptyState
        icon={<BadgeCheck aria-hidden className="text-primary" />}
        title="Solicitação não encontrada"
        action={<ButtonLink to="/admin/verificacoes">Voltar às verificações</ButtonLink>}
      />
    );
  }
  return <LoadFailed title="A solicitação não carregou" text={messageOf(error)} onRetry={() => refetch()} />;
}

type OpenedProps = { request: StaffRequest; hasKeys: boolean; onKeys: (hasKeys: boolean) => void };
type Task = "approve" | "reject" | undefined;

function Opened({ request, hasKeys, onKeys }: OpenedProps) {
  const { id, status } = request;
  const [address] = useSearchParams();
  const isPending = status === "pending";
  const [task, setTask] = useState<Task>(() => (isPending ? readTask(address.get("acao")) : undefined));
  const [chosen, setChosen] = useState(() => readPicture(address.get("documento")));
  const [looks, setLooks] = useState(() => Array.from({ length: PICTURES }, () => PLAIN_LOOK));
  const goOn = useGoOn(id);
  const { approve, reject } = useDecision(id);
  const changeLooks = (index: number, look: (typeof looks)[number]) => setLooks(looks.with(index, look));

  useReviewKeys(hasKeys, (key) => {
    if (key === "next") return goOn();
    if (key === "approve" || key === "reject") return isPending && setTask(key);
    if (key.startsWith("picture ")) return setChosen(Number(key.slice(8)) - 1);
    const change = key as Parameters<typeof changeLook>[1]; // all that is left
    changeLooks(chosen, changeLook(looks[chosen] ?? PLAIN_LOOK, change));
  });
  async function finish(title: string, deciding: Promise<unknown>) {
    await deciding;
    showToast({ type: "success", title });
    goOn();
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_19rem] xl:items-start">
      <RequestDocuments request={request} looks={looks} onLook={changeLooks} chosen={chosen} onChoose={setChosen} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:sticky xl:top-20">
        <Facts request={request} />
        <section aria-label="Decisão" className="grid gap-3 rounded-card border border-line bg-surface p-4">
          {!isPending && <Decided request={request} />}
          {isPending && task === undefined && (
            <div className="grid grid-cols-2 gap-2">
              <Button onClick={() => setTask("approve")} aria-keyshortcuts="A">
                <Check aria-hidden strokeWidth={1.75} />
                Aprovar
              </Button>
              <Button variant="danger" onClick={() => setTask("reject")} aria-keyshortcuts="R">
                <X aria-hidden strokeWidth={1.75} />
                Rejeitar
              </Button>
            </div>
          )}
          {isPending && task === "approve" && (
            <ApprovalForm
              birthOn={request.birthOn}
              onApprove={(approval) => finish(staffTexts.approved, approve(approval))}
              onCancel={() => setTask(undefined)}
            />
          )}
          {isPending && task === "reject" && (
            <RejectionForm
              onReject={(rejection) => finish(staffTexts.rejected, reject(rejection))}
              onCancel={() => setTask(undefined)}
            />
          )}
          <Button variant="outline" onClick={goOn} aria-keyshortcuts="N">
            <SkipForward aria-hidden strokeWidth={1.75} />
            {isPending ? "Pular para o próximo" : "Próximo pendente"}
          </Button>
          <Keys isOn={hasKeys} onChange={onKeys} />
        </section>
      </div>
    </div>
  );
}

const readTask = (asked: string | null): Task => {
  if (asked === "aprovar") return "approve";
  return asked === "rejeitar" ? "reject" : undefined;
};

const readPicture = (asked: string | null): number => Math.max(0, ["front", "back", "selfie"].indexOf(asked ?? ""));

/** Goes to the next request of the queue, or to the list when none waits. */
function useGoOn(id: string): () => void {
  const navigate = useNavigate();
  const { refetch } = useQuery({ ...queueQuery, enabled: false });
  return () => {
    void refetch().then(({ data }) => {
      const next = data && findNext(data.ids, id);
      if (next) return navigate(`/admin/verificacoes/${next}`);
      showToast({ type: "success", title: staffTexts.queueDone });
      return navigate("/admin/verificacoes");
    });
  };
}

/** The shortcuts of the review, unless somebody types. */
function useReviewKeys(isOn: boolean, act: (key: NonNullable<ReturnType<typeof findReviewKey>>) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // In a form digits and letters belong to it.
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest("form"))) return;
    const key = findReviewKey(event.key);
    if (!key) return;
    event.preventDefault();
    act(key);
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isOn]);
}

const SHORTCUTS: readonly [string, string][] = [
  ["A, Enter", "aprovar"],
  ["R, 1–7, Enter", "rejeitar"],
  ["N", "próximo"],
  ["1–4", "escolher a foto"],
  ["+ − 0", "ampliar, reduzir"],
  ["G", "girar"],
];

function Keys({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <details className="text-14 text-muted">
      <summary className="flex min-h-11 cursor-pointer items-center rounded-small font-medium">
        Atalhos do teclado
        <ChevronDown aria-hidden className="ml-auto size-5" strokeWidth={1.75} />
      </summary>
      <Switch checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)}>
        Usar atalhos
      </Switch>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="font-semibold text-ink">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Facts({ request }: { request: StaffRequest }) {
  const { member, profile, birthOn, age, createdAt, hasPriority, others } = request;
  return (
    <section aria-label="Membro" className="grid gap-3 rounded-card border border-line bg-surface p-4 text-14">
      <div>
        <h2 className="text-18 wrap-anywhere">
          <TextLink to={`/perfil/${member.id}`}>{member.name || staffTexts.nameless}</TextLink>
        </h2>
        <p className="wrap-anywhere text-muted">{member.email || staffTexts.addressless}</p>
      </div>
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {hasPriority && (
          <Chip tone="gold" icon={<Sparkles aria-hidden />}>
            Prioridade
          </Chip>
        )}
        {profile.isVerified && (
          <Chip tone="info" icon={<BadgeCheck aria-hidden />}>
            Verificado
          </Chip>
        )}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Fact name="Nascimento">
          <strong className="font-semibold tabular-nums">{birthText(birthOn)}</strong>, {age} anos
        </Fact>
        <Fact name="Idade no perfil">{profile.age === null ? "–" : `${profile.age} anos`}</Fact>
        <Fact name="Cidade">{profile.city ?? "–"}</Fact>
        <Fact name="Pedido em">{momentText(createdAt)}</Fact>
      </dl>
      {others.length > 0 && (
        <div>
          <h3 className="font-sans text-14 font-semibold tracking-normal">Pedidos anteriores</h3>
          <ul className="grid">
            {others.map((other) => (
              <li key={other.id} className="flex min-h-8 items-center gap-2">
                <TextLink to={`/admin/verificacoes/${other.id}`}>{momentText(other.createdAt)}</TextLink>
                <span className="truncate text-muted">
                  {statusWords[other.status].text}
                  {other.reason && `: ${verificationReasons[other.reason].label}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Decided({ request }: { request: StaffRequest }) {
  const { status, reviewedAt, reviewer, reason, note, documentsEndAt, hasDocuments } = request;
  return (
    <Alert tone={status === "approved" ? "success" : "warning"}>
      <p className="font-semibold">
        {statusWords[status].decided} {reviewedAt && momentText(reviewedAt)}
        {reviewer && ` por ${reviewer}`}
      </p>
      {reason && <p>{verificationReasons[reason].label}</p>}
      {note && <p className="wrap-anywhere">{note}</p>}
      {documentsEndAt && (
        <p>
          {hasDocuments ? `As fotos são apagadas em ${momentText(documentsEndAt)}.` : "As fotos já foram apagadas."}
        </p>
      )}
    </Alert>
  );
}
