import { UserRoundPlus } from "lucide-react";
import { ComingSoon } from "~/features/shell/coming-soon.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Cadastro rápido");

export default function QuickCreate() {
  return (
    <>
      <h1 className="text-22">Cadastro rápido</h1>
      <ComingSoon icon={<UserRoundPlus aria-hidden className="text-primary" />} />
    </>
  );
}
