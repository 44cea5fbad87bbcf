import { momentText } from "@caramelo/contract/formats/moments";
import { labelOfSetting } from "@caramelo/contract/operator/setting-labels";
import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Fact } from "~/ui/basics/fact.tsx";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { QueryState } from "~/ui/states/query-state.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { type SettingChange, settingChangesQuery, useSettingActions } from "./queries.ts";

/** Lists the changes of settings with author and time. The latest change of each setting can be undone. */
export function SettingHistory() {
  const list = useInfiniteQuery(settingChangesQuery);
  const { undo } = useSettingActions();
  const [askedChange, setAskedChange] = useState<SettingChange>();
  const [isOpen, setIsOpen] = useState(false);
  if (!list.data) return <QueryState query={list} failed="O histórico não carregou" />;
  const changes = list.data.pages.flatMap((page) => page.changes);
  if (changes.length === 0)
    return (
      <EmptyState
        icon={<History aria-hidden className="text-primary" />}
        title="Nada mudou ainda"
        text="Cada mudança aparece aqui, com quem a fez, e pode ser desfeita."
      />
    );
  async function takeBack() {
    if (!askedChange) return;
    await undo.mutateAsync(askedChange.number).then(
      () => showToast({ type: "success", title: "Mudança desfeita" }),
      () => {},
    );
    setIsOpen(false);
  }
  return (
    <div className="grid max-w-4xl gap-4">
      {undo.isError && <Alert tone="error">{messageOf(undo.error)}</Alert>}
      <ol className="divide-y divide-line rounded-card border border-line bg-surface">
        {changes.map((change) => (
          <li key={change.number} className="grid gap-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
            <ChangeText change={change} />
            {change.isLatest && (
              <Button
                variant="outline"
                size="small"
                aria-label={`Desfazer: ${labelOfSetting(change.name)}`}
                className="justify-self-start"
                onClick={() => {
                  undo.reset();
                  setAskedChange(change);
                  setIsOpen(true);
                }}
              >
                Desfazer
              </Button>
            )}
          </li>
        ))}
      </ol>
      <LoadMore list={list} />
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Desfazer esta mudança?"
        text={askedChange ? `${labelOfSetting(askedChange.name)} volta a ser: ${askedChange.from ?? "o padrão"}.` : ""}
        confirmLabel="Desfazer"
        isBusy={undo.isPending}
        onConfirm={() => void takeBack()}
      />
    </div>
  );
}

function ChangeText({ change: { name, from, to, by, at, undoes } }: { change: SettingChange }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold">{labelOfSetting(name)}</p>
      <p className="text-13 text-muted">
        {undoes === null && by !== null ? "Alterado" : "Desfeito"}{" "}
        {by === null ? "no servidor" : `por ${by || "alguém da equipe"}`}, <time dateTime={at}>{momentText(at)}</time>
      </p>
      <dl className="mt-1.5 grid gap-1 text-14 *:min-w-0 md:grid-cols-2 md:gap-4 [&_dd]:max-h-40 [&_dd]:overflow-y-auto [&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line [&_dt]:text-13">
        <Fact name="Antes">{from ?? "Padrão"}</Fact>
        <Fact name="Depois">{to ?? "Padrão"}</Fact>
      </dl>
    </div>
  );
}
