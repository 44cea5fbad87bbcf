import { AuditLog } from "~/features/audit/audit-log.tsx";
import { ChainCheck } from "~/features/audit/chain-check.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { mayStaff } from "~/platform/staff.ts";
import { TextLink } from "~/ui/basics/link.tsx";

export const meta = () => pageTitle("Auditoria");

export default function Audit() {
  const me = useMember();
  return (
    <div className="grid gap-4">
      <h1 className="text-22">Auditoria</h1>
      {mayStaff(me, "verifyAudit") && (
        <>
          <TextLink to="/admin/auditoria/equipe" className="justify-self-start">
            O que a equipe fez, por pessoa e dia
          </TextLink>
          <ChainCheck />
        </>
      )}
      <AuditLog />
    </div>
  );
}
