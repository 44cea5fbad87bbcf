import { useParams } from "react-router";
import { InvitationBox } from "~/features/accounts/quick-create/invitation-box.tsx";
import { AccessReset } from "~/features/accounts/staff/access-reset.tsx";
import { FrozenMember } from "~/features/accounts/staff/frozen-member.tsx";
import { MemberSessions } from "~/features/accounts/staff/member-sessions.tsx";
import { UserEditor } from "~/features/office-members/editor/user-editor.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { mayStaff } from "~/platform/staff.ts";

export const meta = () => pageTitle("Editar usuário");

export default function EditUser() {
  const { userId = "" } = useParams();
  const me = useMember();
  const may = {
    email: mayStaff(me, "changeEmails"),
    premium: mayStaff(me, "grantBenefits"),
    orders: mayStaff(me, "viewOrders"),
  };
  return (
    <UserEditor
      key={userId}
      id={userId}
      may={may}
      renderAccess={({ id, name, hasFactor, frozenAt = null }) => (
        <>
          <FrozenMember id={id} name={name} frozenAt={frozenAt} mayOpen={mayStaff(me, "resetMembers")} />
          {mayStaff(me, "suspendMembers") && <MemberSessions id={id} name={name} />}
          {hasFactor && mayStaff(me, "resetMembers") && <AccessReset id={id} name={name} />}
        </>
      )}
      renderManaged={({ id, email }) => <InvitationBox id={id} email={email} />}
    />
  );
}
