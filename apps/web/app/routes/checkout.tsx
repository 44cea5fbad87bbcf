import { CreditCard } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";

export const meta = () => pageTitle("Finalize sua compra");
export const handle: ScreenHandle = { title: "Finalize sua compra" };

export default function Checkout() {
  return (
    <ComingFace
      icon={<CreditCard aria-hidden className="text-primary" />}
      back={{ to: "/busca", label: "Buscar perfis" }}
    />
  );
}
