import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { refusalText, summaryText } from "../rules.ts";
import type { Summary } from "./use-user-actions.ts";

/** The result of an action on several members. It stays visible above a long list. */
export function SummaryAlert({ summary, onClose }: { summary: Summary; onClose: () => void }) {
  const { refused, names } = summary;
  return (
    <Alert
      tone={refused.length > 0 ? "warning" : "success"}
      title={summaryText(summary)}
      className="sticky top-16 z-3 short:static"
      action={
        <div className="mt-1">
          <Button variant="outline" size="small" onClick={onClose}>
            Entendi
          </Button>
        </div>
      }
    >
      {refused.length > 0 && (
        <ul className="grid max-h-[40dvh] gap-0.5 overflow-y-auto">
          {refused.map(({ id, why }) => (
            <li key={id} className="wrap-anywhere">
              {names.get(id) ?? "Usuário"}: {refusalText(why)}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
