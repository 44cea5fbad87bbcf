import { BadgeCheck } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Verificações");

export default function Verifications() {
  return (
    <>
      <h1 className="text-22">Verificações</h1>
      <ComingFace icon={<BadgeCheck aria-hidden className="text-primary" />} />
    </>
  );
}
