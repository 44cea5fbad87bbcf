import { Users } from "lucide-react";
import { ComingSoon } from "~/features/shell/coming-soon.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Usuários");

export default function UserList() {
  return (
    <>
      <h1 className="text-22">Usuários</h1>
      <ComingSoon icon={<Users aria-hidden className="text-primary" />} />
    </>
  );
}
