import { ArrowLeft } from "lucide-react";
import { useParams } from "react-router";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { Review } from "~/features/verification/staff/review.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";

export const meta = () => pageTitle("Verificação");

export default function VerificationPage() {
  const { id = "" } = useParams();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center gap-2">
        <ButtonLink
          to="/admin/verificacoes"
          variant="ghost"
          size="icon"
          className="shrink-0"
          aria-label="Voltar às verificações"
        >
          <ArrowLeft aria-hidden />
        </ButtonLink>
        <h1 className="text-22">Verificação</h1>
      </div>
      <Review id={id} />
    </div>
  );
}
