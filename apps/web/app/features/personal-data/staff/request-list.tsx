import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { countWords } from "@caramelo/contract/formats/counts";
import { longDayText, momentText } from "@caramelo/contract/formats/moments";
import { DATA_ALARM_DAYS, DATA_ANSWER_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { dataRequestNames } from "@caramelo/contract/texts/data-requests";
import { Mail } from "lucide-react";
import { api } from "~/platform/api.ts";
import { queryOf } from "~/platform/query-of.ts";
import { useAction } from "~/platform/use-action.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { Chip } from "~/ui/basics/chip.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { FormSubmit } from "~/ui/forms/form-submit.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { QueueList } from "~/ui/lists/queue-list.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";

type Calls = Contract["personalData"];
type DataRequest = AnswerOf<Calls["staffDataRequests"]>["requests"][number];

const LIST = ["staff", "data-requests"] as const;

const dataRequestListQuery = (query: NonNullable<InputOf<Calls["staffDataRequests"]>["query"]>) =>
  queryOf([...LIST, query], api.personalData.staffDataRequests, { query });

const useAnswer = () => useAction(api.personalData.answerDataRequest, LIST);

/** The data requests of people: waiting ones by deadline, then answered ones. */
export function RequestList() {
  return (
    <QueueList
      queryOf={dataRequestListQuery}
      entriesOf={({ requests }) => requests}
      decidedLabel="Respondidos"
      failed="Os pedidos não carregaram"
      icon={Mail}
      emptyTitle="Nenhum pedido"
      emptyTexts={{
        pending: "Os pedidos confirmados aparecem aqui, os mais urgentes primeiro.",
        decided: "Os pedidos respondidos aparecem aqui.",
      }}
    >
      {(request) => <RequestItem key={request.id} request={request} />}
    </QueueList>
  );
}

/** One request with its deadline and sender, and its answer or the form to answer it. */
function RequestItem({ request }: { request: DataRequest }) {
  const { kind, words, name, email, changedEmail, number, member, isFromSession } = request;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 text-14 md:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">{dataRequestNames[kind]}</strong>
        {request.answeredAt === null && <DueChip dueAt={request.dueAt} />}
        <Chip
          size="small"
          text={isFromSession ? "Enviado da conta de um membro" : "E-mail confirmado"}
          tone={isFromSession ? "ok" : "plain"}
        />
      </div>
      <p className="text-13 wrap-anywhere text-muted">
        Pedido nº <span className="tabular-nums">{number}</span>, de {name}, {email}, {momentText(request.receivedAt)}.
        Responder até {longDayText(request.dueAt)}.
      </p>
      {changedEmail !== null && <ChangedEmail email={changedEmail} />}
      {member && (
        <p className="wrap-anywhere">
          <span className="text-muted">{isFromSession ? "Conta:" : "Conta com este e-mail:"}</span>{" "}
          <TextLink to={`/perfil/${member.id}`}>{member.name}</TextLink>
        </p>
      )}
      <blockquote className="border-l-3 border-line pl-3 wrap-anywhere whitespace-pre-wrap">{words}</blockquote>
      {request.answeredAt === null ? <AnswerForm id={request.id} /> : <GivenAnswer request={request} />}
    </li>
  );
}

/** The sender may have been an intruder, so the words of the request prove nothing. */
function ChangedEmail({ email }: { email: string }) {
  return (
    <Alert tone="warning" title="O e-mail da conta mudou depois do pedido" className="wrap-anywhere">
      A resposta vai para o e-mail atual, {email}. O pedido pode ter vindo de quem entrou na conta sem permissão:
      confira antes de responder.
    </Alert>
  );
}

function DueChip({ dueAt }: { dueAt: string }) {
  return <Chip size="small" {...describeDue(dueAt, useMoment())} />;
}

function GivenAnswer({ request: { answeredAt, answeredBy, answer } }: { request: DataRequest }) {
  return (
    <div className="grid gap-1">
      <p>
        <strong className="font-semibold">Respondido</strong>
        {answeredBy && <span>{` por ${answeredBy}`}</span>}
        {answeredAt && <span>{`, ${momentText(answeredAt)}`}</span>}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{answer}</p>
    </div>
  );
}

function AnswerForm({ id }: { id: string }) {
  const answerForm = useAnswer();
  const form = useForm({
    initial: { answer: "" },
    validate: ({ answer }) => keepErrors({ answer: errorIfBlank(answer, staffFields.answerRequired) }),
    submit: async (body) => {
      await answerForm.mutateAsync({ params: { id }, body });
      showToast({ type: "success", title: "Resposta enviada" });
    },
  });
  return (
    <form {...form.props} className="grid gap-3 border-t border-line pt-3">
      <TextArea
        label="Resposta"
        hint="Vai por e-mail a quem pediu. Não peça senhas nem documentos."
        rows={4}
        maxLength={DATA_ANSWER_MAX}
        {...form.field("answer")}
      />
      <FormSubmit form={form} size="small" busyLabel="Enviando…" className="justify-self-start">
        Responder e encerrar
      </FormSubmit>
    </form>
  );
}

const DAY_MS = 86_400_000;

type Due = { text: string; tone: "danger" | "warn" | "info" };

/** The deadline of a request: days left or overdue. A started day counts as one. */
export function describeDue(dueAt: string, now: number): Due {
  const msLeft = Date.parse(dueAt) - now;
  const days = countWords(Math.ceil(Math.abs(msLeft) / DAY_MS), "dia", "dias");
  if (msLeft <= 0) return { text: `Atrasado há ${days}`, tone: "danger" };
  return { text: `Prazo: ${days}`, tone: msLeft <= DATA_ALARM_DAYS * DAY_MS ? "warn" : "info" };
}
