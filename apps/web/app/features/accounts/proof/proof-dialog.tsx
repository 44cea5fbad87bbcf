import { factorQuestion } from "~/platform/fresh-factor.ts";
import { useStore } from "~/platform/store.ts";
import { LazyLayer } from "~/ui/overlays/lazy-layer.tsx";
import { lazyPart } from "~/ui/states/lazy-part.tsx";

const ProofBox = lazyPart(() => import("./proof-box.tsx").then((file) => file.ProofBox));

/** Asks who the person is again, whenever a grave action requires it: by a passkey, a code or the password. */
export function ProofDialog() {
  const question = useStore(factorQuestion);
  return (
    <LazyLayer isOpen={question !== null} part={ProofBox} onFailure={() => question?.answer(false)}>
      <ProofBox question={question} />
    </LazyLayer>
  );
}
