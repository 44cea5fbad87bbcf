import { Navigate, useSearchParams } from "react-router";
import { NeutralThanks } from "~/features/billing/checkout/neutral-thanks.tsx";
import { isThanksType } from "~/features/billing/checkout/thanks-rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useSession } from "~/platform/session.ts";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";
import { LoadingState } from "~/ui/states/screen-state.tsx";

// Loaded when needed: it includes conversation code, which guests do not need.
const OwnThanks = lazyPart(() => import("./own-thanks.tsx").then((file) => file.OwnThanks));

export const meta = () => pageTitle("Obrigado");

/** The screen only shows words: the payment grants the purchase, never this page. */
export default function ThankYou() {
  const [search] = useSearchParams();
  const { user } = useSession();
  const type = search.get("type") ?? "";
  if (!isThanksType(type)) return <Navigate to="/" replace />;
  if (!user) return <NeutralThanks isSignedIn={false} />;
  return (
    <LazyPart fallback={<LoadingState title="Só um instante" />} isScreen>
      <OwnThanks type={type} memberId={user.id} />
    </LazyPart>
  );
}
