import { factorQuestion } from "~/platform/fresh-factor.ts";
import { useStore } from "~/platform/store.ts";
import { LazyLayer } from "~/ui/overlays/lazy-layer.tsx";
import { lazyPart } from "~/ui/states/lazy-part.tsx";

const ProofBox = lazyPart(() => import("./proof-box.tsx").then((file) => file.ProofBox));

/** Asks the person to authenticate again when a grave action requires it: by passkey, code or password. */
export function ProofDialog() {
  const question = useStore(factorQuestion);
  return (
    <LazyLayer isOpen={question !== null} part={ProofBox} onFailure={() => question?.answer(false)}>
      <ProofBox question={question} />
    </LazyLayer>
  );
}
