import { MessageCircle } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";

export const meta = () => pageTitle("Mensagens");
export const handle: ScreenHandle = { title: "Mensagens" };

export default function Messages() {
  return (
    <ComingFace
      icon={<MessageCircle aria-hidden className="text-primary" />}
      back={{ to: "/busca", label: "Buscar perfis" }}
    />
  );
}
