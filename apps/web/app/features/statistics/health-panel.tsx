import { formatCount } from "@caramelo/contract/formats/counts";
import { ageText } from "@caramelo/contract/formats/spans";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "~/platform/api.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { type Health, healthQuery, useRetryJob } from "./queries.ts";
import {
  backupText,
  failedJobText,
  formatGigabytes,
  judgeHealth,
  listLongJobs,
  mailText,
  processesText,
  queueText,
  type Tone,
} from "./rules.ts";

/** The health of the product itself: its queue, mails, disk, processes and backups. */
export function HealthPanel() {
  const { data, error, isPending, refetch } = useQuery(healthQuery);
  return (
    <section aria-labelledby="health" className="min-w-0 rounded-card border border-line bg-surface p-4 sm:p-5">
      <h2 id="health" className="text-18">
        Saúde do sistema
      </h2>
      {isPending && <Skeleton className="mt-3 h-28" />}
      {!isPending && !data && (
        <LoadFailed look="section" title={`A saúde do sistema não carregou: ${messageOf(error)}`} onRetry={refetch} />
      )}
      {data && <HealthParts health={data} />}
    </section>
  );
}

function HealthParts({ health }: { health: Health }) {
  const now = useMoment();
  const tones = judgeHealth(health, now);
  const { queue, disk, failedJobs } = health;
  const words = { queue: queueText(health, now), mail: mailText(health, now), backup: backupText(health, now) };
  return (
    <>
      <dl className="mt-2 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        <Part name="Fila de tarefas" tone={tones.queue}>
          {words.queue.waiting}
          <br />
          {words.queue.others}
        </Part>
        <Part name="E-mails" tone={tones.mail}>
          {words.mail.waiting}
          <br />
          {words.mail.failed} <TextLink to="/admin/emails">Abrir e-mails</TextLink>
        </Part>
        <Part name="Disco" tone={tones.disk}>
          {formatGigabytes(disk.freeBytes)} livres de {formatGigabytes(disk.totalBytes)}
        </Part>
        <Part name="Processos" tone={tones.processes}>
          {processesText(health)}
        </Part>
        <Part name="Backup" tone={tones.backup}>
          {words.backup.made}
          <br />
          {words.backup.file}
        </Part>
      </dl>
      <LongJobs jobs={listLongJobs(health, now)} now={now} />
      <FailedJobs jobs={failedJobs} total={queue.failed} now={now} />
    </>
  );
}

const TONE_WORDS: Record<Tone, string> = { ok: "Em ordem", warn: "Atenção", danger: "Com problema" };

function Part({ name, tone, children }: { name: string; tone: Tone; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center justify-between gap-3 font-semibold">
        {name}
        <Chip size="small" text={TONE_WORDS[tone]} tone={tone} />
      </dt>
      <dd className="mt-1 text-14 text-muted">{children}</dd>
    </div>
  );
}

/** Jobs that have run unusually long and may hang, with their start. */
function LongJobs({ jobs, now }: { jobs: Health["runningJobs"]; now: number }) {
  if (jobs.length === 0) return null;
  return (
    <div className="mt-4 border-t border-line pt-3.5">
      <h3 className="font-sans text-16 font-semibold">Tarefas que demoram</h3>
      <p className="text-14 text-muted">
        Se uma delas parou, reinicie o servidor: o que um processo encerrado deixou volta sozinho à fila em dois
        minutos.
      </p>
      <ul className="mt-1 divide-y divide-line">
        {jobs.map(({ id, task, startedAt }) => (
          <li key={id} className="py-2.5">
            <p className="leading-[1.35] font-medium wrap-anywhere">{task}</p>
            <p className="text-14 text-muted">
              Nº {id}, em andamento {ageText(startedAt, now)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

type FailedProps = { jobs: Health["failedJobs"]; total: number; now: number };

/** Jobs that will not be retried automatically. */
function FailedJobs({ jobs, total, now }: FailedProps) {
  const { mutate, isPending, variables } = useRetryJob();
  if (jobs.length === 0) return null;
  const retry = (job: number) =>
    mutate(job, {
      onSuccess: () => showToast({ type: "success", title: "A tarefa será tentada de novo" }),
      onError: (error) => showToast({ type: "error", title: "Erro", message: messageOf(error) }),
    });
  return (
    <div className="mt-4 border-t border-line pt-3.5">
      <h3 className="font-sans text-16 font-semibold">Tarefas que falharam ({formatCount(total)})</h3>
      <p className="text-14 text-muted">O motivo está no registro do servidor, sob o número da tarefa.</p>
      <ul className="mt-1 divide-y divide-line">
        {jobs.map((job) => (
          <li key={job.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0 flex-1 basis-52">
              <p className="leading-[1.35] font-medium wrap-anywhere">{job.task}</p>
              <p className="text-14 text-muted">{failedJobText(job, now)}</p>
            </div>
            <Button
              variant="outline"
              size="small"
              isBusy={isPending && variables === job.id}
              aria-label={`Tentar de novo: ${job.task}, nº ${job.id}`}
              onClick={() => retry(job.id)}
            >
              Tentar de novo
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
