import { Users } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Usuários");

export default function UserList() {
  return (
    <>
      <h1 className="text-22">Usuários</h1>
      <ComingFace icon={<Users aria-hidden className="text-primary" />} />
    </>
  );
}
