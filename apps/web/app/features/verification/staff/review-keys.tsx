import { ChevronDown } from "lucide-react";
import { Switch } from "~/ui/forms/switch.tsx";

const SHORTCUTS: readonly [string, string][] = [
  ["A, Enter", "aprovar"],
  ["R, 1–7, Enter", "rejeitar"],
  ["N", "próximo"],
  ["1–4", "escolher a foto"],
  ["+ − 0", "ampliar, reduzir"],
  ["G", "girar"],
];

/** Lists the keys, with a switch to disable them, because speech input or a tremor can trigger them by mistake. */
export function ReviewKeys({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
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
