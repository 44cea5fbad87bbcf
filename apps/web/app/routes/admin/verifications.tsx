import { BadgeCheck } from "lucide-react";
import { ComingSoon } from "~/features/shell/coming-soon.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Verificações");

export default function Verifications() {
  return (
    <>
      <h1 className="text-22">Verificações</h1>
      <ComingSoon icon={<BadgeCheck aria-hidden className="text-primary" />} />
    </>
  );
}
