import { Download } from "lucide-react";
import { Button } from "~/ui/basics/button.tsx";
import { buttonClass } from "~/ui/basics/button-class.ts";
import { CopyButton } from "~/ui/basics/copy-button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { recoveryFile } from "./rules.ts";

/** Shows new recovery codes. No screen shows them again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="grid max-w-2xl justify-items-start gap-4">
      <Alert tone="warning" title="Guarde estes códigos agora">
        Cada código vale uma vez, no lugar do celular. Eles não aparecem de novo.
      </Alert>
      <ul
        aria-label="Códigos de recuperação"
        className="grid w-full max-w-96 grid-cols-2 gap-x-6 gap-y-2 rounded-card border border-line bg-surface p-4 [font-family:ui-monospace,monospace] text-14"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join("\n")} label="Copiar todos" doneLabel="Copiados" variant="outline" />
        <a href={recoveryFile(codes)} download="codigos.txt" className={buttonClass({ variant: "outline" })}>
          <Download aria-hidden strokeWidth={1.75} />
          Baixar
        </a>
        <Button onClick={onDone}>Já guardei os códigos</Button>
      </div>
    </div>
  );
}
