import { dayText, momentText } from "@caramelo/contract/formats/moments";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Fact } from "~/ui/basics/fact.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { type StaffUserDetail, useShownEmail } from "../queries.ts";
import { userStatusNames } from "../rules.ts";

/** When a member signed up and was last active, with links to the rest of their history. */
export function UserFacts({
  user,
  mayOrders,
  mayEmail,
}: {
  user: StaffUserDetail;
  mayOrders: boolean;
  mayEmail: boolean;
}) {
  const { id, email, createdAt, lastActiveAt, status, cases, frozenAt } = user;
  return (
    <section aria-labelledby="historico" className="rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 id="historico" className="mb-3 text-18">
        Histórico
      </h2>
      <dl className="grid gap-2 text-14 *:has-[dt]:flex *:has-[dt]:justify-between *:has-[dt]:gap-3 [&_dd]:text-right [&_dt]:whitespace-nowrap">
        <Fact name="Situação">{frozenAt ? adminMessages.frozen.title : userStatusNames[status]}</Fact>
        {!mayEmail && <ShortEmail id={id} email={email} />}
        <Fact name="Cadastro">{momentText(createdAt)}</Fact>
        <Fact name="Última atividade">{lastActiveAt ? momentText(lastActiveAt) : "Nenhuma"}</Fact>
      </dl>
      {cases.length > 0 && (
        <>
          <h3 className="mt-4 text-14 font-semibold">Denúncias</h3>
          <ul>
            {cases.map((reportCase) => (
              <Entry key={reportCase.id} to={`/admin/denuncias/${reportCase.id}`}>
                {`${CASE_STATUS[reportCase.status]}, ${dayText(reportCase.openedAt)}`}
              </Entry>
            ))}
          </ul>
        </>
      )}
      <ul className="mt-3 grid gap-1 border-t border-line pt-2">
        <Entry to={`/perfil/${id}`}>Ver perfil</Entry>
        {mayOrders && <Entry to={`/admin/pedidos?${new URLSearchParams({ q: email })}`}>Pedidos</Entry>}
        <Entry to={`/admin/auditoria?pessoa=${id}`}>Auditoria</Entry>
      </ul>
    </section>
  );
}

/** The shortened address of a member, with a button that shows the whole one. */
function ShortEmail({ id, email }: { id: string; email: string }) {
  const shownEmail = useShownEmail(id);
  return (
    <>
      <Fact name="E-mail">
        {/* The pressed button is gone, so the address gets the focus. */}
        <span ref={shownEmail.data ? takeFocus : undefined} tabIndex={-1} className="wrap-anywhere outline-none">
          {shownEmail.data ?? email}
        </span>
      </Fact>
      {!shownEmail.data && (
        <div className="justify-self-end">
          <Button variant="outline" size="small" isBusy={shownEmail.isPending} onClick={() => shownEmail.mutate()}>
            Mostrar e-mail
          </Button>
          <p className="mt-1 text-13 text-muted">Fica na auditoria.</p>
        </div>
      )}
      {shownEmail.error && <Alert tone="error">{messageOf(shownEmail.error)}</Alert>}
    </>
  );
}

const CASE_STATUS: Record<StaffUserDetail["cases"][number]["status"], string> = {
  pending: "Pendente",
  reviewed: "Analisada",
  dismissed: "Descartada",
};

function Entry({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <TextLink to={to} className="inline-flex min-h-11 items-center">
        {children}
      </TextLink>
    </li>
  );
}
