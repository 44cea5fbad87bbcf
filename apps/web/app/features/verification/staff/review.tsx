import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BadgeCheck, SkipForward } from "lucide-react";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { messageOf } from "~/platform/api.ts";
import { useKeyDown } from "~/platform/use-key-down.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { isDialogOpen } from "~/ui/overlays/is-dialog-open.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { QueryState } from "~/ui/states/query-state.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { Decision, type Task } from "./decision.tsx";
import { isTyping } from "./decision-forms.tsx";
import { queueQuery, requestQuery, type StaffRequest } from "./queries.ts";
import { PICTURES, RequestDocuments } from "./request-documents.tsx";
import { RequestFacts } from "./request-facts.tsx";
import { ReviewKeys } from "./review-keys.tsx";
import { changeLook, findNext, findReviewKey, PLAIN_LOOK, type ReviewKey, staffTexts } from "./rules.ts";

/** One request for staff: pictures, facts to compare, and the decision. */
export function Review({ id }: { id: string }) {
  const query = useQuery(requestQuery(id));
  const [hasKeys, setHasKeys] = useState(true);
  const [firstId] = useState(id);
  if (query.data)
    return <Opened key={id} request={query.data} isNext={id !== firstId} hasKeys={hasKeys} onKeys={setHasKeys} />;
  const missingState = (
    <EmptyState
      icon={<BadgeCheck aria-hidden className="text-primary" />}
      title="Solicitação não encontrada"
      action={<ButtonLink to="/admin/verificacoes">Voltar às verificações</ButtonLink>}
    />
  );
  return <QueryState query={query} failed="A solicitação não carregou" missing={missingState} />;
}

type OpenedProps = {
  request: StaffRequest;
  /** The request replaced another one on the screen. */
  isNext: boolean;
  hasKeys: boolean;
  onKeys: (hasKeys: boolean) => void;
};

function Opened({ request, isNext, hasKeys, onKeys }: OpenedProps) {
  const { id, status } = request;
  const [address] = useSearchParams();
  const isPending = status === "pending";
  const [task, setTask] = useState<Task>(() => (isPending ? readTask(address.get("acao")) : undefined));
  const [chosenPicture, setChosenPicture] = useState(() => readPicture(address.get("documento")));
  const [looks, setLooks] = useState(() => Array.from({ length: PICTURES }, () => PLAIN_LOOK));
  const goOn = useGoOn(id);
  const changeLooks = (index: number, look: (typeof looks)[number]) => setLooks(looks.with(index, look));

  useReviewKeys(hasKeys, (key) => {
    if (key === "next") return void goOn(isPending);
    if (key === "approve" || key === "reject") return isPending && setTask(key);
    if (key.startsWith("picture ")) return setChosenPicture(Number(key.slice(8)) - 1);
    const change = key as Parameters<typeof changeLook>[1]; // Only these keys are left.
    changeLooks(chosenPicture, changeLook(looks[chosenPicture] ?? PLAIN_LOOK, change));
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_19rem] xl:items-start">
      <RequestDocuments
        request={request}
        looks={looks}
        onLook={changeLooks}
        chosen={chosenPicture}
        onChoose={setChosenPicture}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:sticky xl:top-20">
        <RequestFacts request={request} isNext={isNext} />
        <section
          aria-label="Decisão"
          className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line bg-surface p-4"
        >
          <Decision request={request} task={task} onTask={setTask} onDecided={() => goOn(false)} />
          <Button variant="outline" mayWrap onClick={() => void goOn(isPending)} aria-keyshortcuts="N">
            <SkipForward aria-hidden strokeWidth={1.75} />
            {isPending ? "Pular para o próximo" : "Próximo pendente"}
          </Button>
          <ReviewKeys isOn={hasKeys} onChange={onKeys} />
        </section>
      </div>
    </div>
  );
}

const readTask = (parameter: string | null): Task => {
  if (parameter === "aprovar") return "approve";
  return parameter === "rejeitar" ? "reject" : undefined;
};

const readPicture = (parameter: string | null): number =>
  Math.max(0, ["front", "back", "selfie"].indexOf(parameter ?? ""));

/**
 * Opens the next request of the queue. If no other request waits, a toast says so; the current one stays only while it
 * is undecided.
 */
function useGoOn(id: string): (isWaiting: boolean) => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (isWaiting) => {
    try {
      const { ids } = await client.fetchQuery(queueQuery);
      const next = findNext(ids, id);
      if (next) return void navigate(`/admin/verificacoes/${next}`);
      if (isWaiting) return showToast({ type: "info", title: staffTexts.noOther });
      showToast({ type: "success", title: staffTexts.queueDone });
      void navigate("/admin/verificacoes");
    } catch (error) {
      showToast({ type: "error", title: staffTexts.queueFailed, message: messageOf(error) });
    }
  };
}

/** The shortcuts of the review. Disabled during typing, for repeated keys, and while a dialog is open. */
function useReviewKeys(isOn: boolean, act: (key: ReviewKey) => void): void {
  useKeyDown(isOn, (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    // In a form, digits and letters belong to the form.
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest("form"))) return;
    if (isDialogOpen()) return;
    const key = findReviewKey(event.key);
    if (!key) return;
    event.preventDefault();
    act(key);
  });
}
