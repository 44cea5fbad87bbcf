import { QueryClientProvider } from "@tanstack/react-query";
import { useParams } from "react-router";
import { PaymentPage } from "~/features/sandbox/payment-page.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { queryClient } from "~/platform/query.ts";

export const meta = () => pageTitle("Pagamento");

export default function SandboxPage() {
  const { token = "" } = useParams();
  return (
    <main className="min-h-dvh bg-surface">
      <QueryClientProvider client={queryClient}>
        <PaymentPage token={token} />
      </QueryClientProvider>
    </main>
  );
}
