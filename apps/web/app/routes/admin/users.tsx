import { UserList } from "~/features/office-members/list/user-list.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { mayStaff } from "~/platform/staff.ts";

export const meta = () => pageTitle("Usuários");

const PERMISSIONS = {
  verified: "verifyMembers",
  premium: "grantBenefits",
  active: "suspendMembers",
  wildcard: "changeWildcardCity",
} as const;

export default function Users() {
  const me = useMember();
  return <UserList isAllowed={(name) => mayStaff(me, PERMISSIONS[name])} mayCreate={mayStaff(me, "createMembers")} />;
}
