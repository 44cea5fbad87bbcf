import { formatDecimal } from "@caramelo/contract/formats/decimals";
import { momentText } from "@caramelo/contract/formats/moments";
import { delayedTexts } from "@caramelo/contract/texts/delayed-requests";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { DataSection } from "../data-frame.tsx";
import { type Answer, type OwnExport, ownExportQuery, useDownloadExport, useRequestExport } from "./queries.ts";

/** A copy of all data stored about the member: request, progress and download. */
export function ExportSection() {
  const copy = useQuery(ownExportQuery());
  return (
    <DataSection
      id="copia"
      title="Baixar uma cópia"
      text="Um arquivo ZIP com tudo o que guardamos sobre você: perfil, fotos, conversas, compras e o resto. Ele abre sem internet, no celular ou no computador. Avisamos por e-mail quando estiver pronto."
    >
      {copy.isPending && <Skeleton className="mt-1 h-11 w-40" />}
      {copy.isError && !copy.data && (
        <LoadFailed look="section" title={messageOf(copy.error)} onRetry={() => void copy.refetch()} />
      )}
      {copy.data && <OwnCopy {...copy.data} />}
    </DataSection>
  );
}

function OwnCopy({ export: copy, nextAt, delayedUntil }: Answer) {
  if (copy?.state === "waiting") return <Waiting percent={copy.percent} />;
  return (
    <div className="grid justify-items-start gap-3 pt-1">
      {copy?.state === "failed" && <Alert tone="error">Não conseguimos preparar a sua cópia. Peça de novo.</Alert>}
      {delayedUntil !== undefined && (
        <Alert tone="warning">{delayedTexts.exportFrom.replace("{quando}", momentText(delayedUntil))}</Alert>
      )}
      {copy?.state === "ready" && delayedUntil === undefined && <Ready copy={copy} />}
      {nextAt === null ? <Request isAgain={copy !== null} /> : <p className="text-14 text-muted">{nextText(nextAt)}</p>}
    </div>
  );
}

function Waiting({ percent }: { percent: number }) {
  return (
    <div className="grid gap-2 pt-1">
      <p className="text-14 font-medium" id="copia-andamento">
        Preparando a sua cópia… {percent}%
      </p>
      <progress
        aria-labelledby="copia-andamento"
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-hidden rounded-small bg-tint [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-tint [&::-webkit-progress-value]:bg-primary"
      />
      <p className="text-14 text-muted">Você pode sair desta página: o arquivo fica pronto do mesmo jeito.</p>
    </div>
  );
}

function Ready({ copy }: { copy: OwnExport }) {
  const downloading = useDownloadExport();
  return (
    <>
      <p className="text-14">{readyText(copy)}</p>
      <Button isBusy={downloading.isPending} busyLabel="Baixando…" onClick={() => void downloading.mutate(copy)}>
        <Download aria-hidden className="size-5" strokeWidth={1.75} />
        Baixar arquivo
      </Button>
      <Failure error={downloading.error} />
    </>
  );
}

function Request({ isAgain }: { isAgain: boolean }) {
  const requesting = useRequestExport();
  return (
    <>
      <Button variant="outline" isBusy={requesting.isPending} onClick={() => void requesting.mutate(undefined)}>
        {isAgain ? "Pedir outra cópia" : "Pedir uma cópia"}
      </Button>
      <Failure error={requesting.error} />
    </>
  );
}

/** The error; nothing for a member who closed the proof dialog, because they have changed their mind. */
function Failure({ error }: { error: Error | null }) {
  if (!error || isApiError(error, "FRESH_FACTOR_REQUIRED")) return null;
  return <Alert tone="error">{messageOf(error)}</Alert>;
}

type Size = { bytes: number | null };
const KILOBYTE = 1_024;
const MEGABYTE = 1_048_576;

/** "3,4 MB". A file never shows as zero. */
export function sizeText({ bytes }: Size): string {
  if (bytes === null) return "";
  if (bytes < MEGABYTE) return `${formatDecimal(Math.max(0.1, bytes / KILOBYTE))} KB`;
  return `${formatDecimal(bytes / MEGABYTE)} MB`;
}

/** The text above the download button. */
export const readyText = ({ bytes, expiresAt }: Size & { expiresAt: string }): string =>
  `Sua cópia está pronta (${sizeText({ bytes })}). Você pode baixá-la até ${momentText(expiresAt)}.`;

/** Why the member cannot request another one yet. */
export const nextText = (nextAt: string): string => `Você pode pedir outra a partir de ${momentText(nextAt)}.`;
