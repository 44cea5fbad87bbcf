import { useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import type { Question } from "~/platform/fresh-factor.ts";
import { type SessionUser, useMember } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import type { FormErrors } from "~/ui/forms/form-rules.ts";
import { PasswordField } from "~/ui/forms/password-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Dialog } from "~/ui/overlays/dialog.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { CodeField } from "../factor/code-field.tsx";
import { describePasskeyError, passkeyObstacle } from "../passkeys/describe-passkey-error.ts";

const PROOF_TITLE = "Confirme que é você";

type ProofKinds = SessionUser["proofs"];

const WAYS: Record<ProofKinds[number], string> = {
  passkey: "a sua chave de acesso",
  code: "um código novo do seu aplicativo autenticador",
  password: "a sua senha outra vez",
};

/** Says what a grave action asks for. Staff whose only factor is a blocked passkey cannot provide it. */
export function proofText(proofs: ProofKinds): string {
  if (proofs.length === 0)
    return "Sua única chave de acesso está bloqueada. Peça a quem administra a equipe que remova a sua verificação em duas etapas.";
  return `Esta ação pede ${proofs.map((proof) => WAYS[proof]).join(" ou ")}.`;
}

/** Validates a password or code before it is sent. */
export function findProofErrors(proof: string, kind: "code" | "password"): FormErrors<{ proof: string }> {
  if (proof.trim() !== "") return {};
  return { proof: kind === "code" ? "Digite o código" : "Digite a senha" };
}

/** The dialog itself. Use `ProofDialog`, which renders it for the first question. */
export function ProofBox({ question }: { question: Question | null }) {
  const { proofs } = useMember();
  return (
    <Dialog
      isOpen={question !== null}
      onOpenChange={(isStillOpen) => !isStillOpen && question?.answer(false)}
      title={PROOF_TITLE}
      description={proofText(proofs)}
    >
      {question && <Proofs onProven={() => question.answer(true)} />}
    </Dialog>
  );
}

function Proofs({ onProven }: { onProven: () => void }) {
  const { proofs } = useMember();
  const secret = proofs.find((proof) => proof !== "passkey");
  return (
    <div className="grid gap-4">
      {proofs.includes("passkey") && <PasskeyProof onProven={onProven} />}
      {secret && <SecretProof kind={secret} onProven={onProven} />}
    </div>
  );
}

function PasskeyProof({ onProven }: { onProven: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const obstacle = passkeyObstacle();
  if (obstacle !== undefined) return <Alert>{obstacle}</Alert>;
  async function prove() {
    setIsBusy(true);
    setFailure(undefined);
    try {
      // Loaded when needed: most people have no passkey.
      const { signChallenge } = await import("../passkeys/sign-challenge.ts");
      const passkey = await signChallenge(await api.accounts.beginPasskeyProof());
      await api.accounts.proveByPasskey({ body: { passkey } });
      onProven();
    } catch (error) {
      setFailure(describePasskeyError(error));
      setIsBusy(false);
    }
  }
  return (
    <>
      {failure !== undefined && <Alert tone="error">{failure}</Alert>}
      <Button isBusy={isBusy} onClick={() => void prove()}>
        Usar chave de acesso
      </Button>
    </>
  );
}

function SecretProof({ kind, onProven }: { kind: "code" | "password"; onProven: () => void }) {
  const { email, proofs } = useMember();
  const isOnly = proofs.length === 1;
  const form = useForm({
    initial: { proof: "" },
    validate: ({ proof }) => findProofErrors(proof, kind),
    submit: async (body) => {
      await api.accounts.prove({ body });
      onProven();
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      {form.failure !== undefined && <Alert tone="error">{messageOf(form.failure)}</Alert>}
      {kind === "code" ? (
        <CodeField autoFocus={isOnly} {...form.field("proof")} />
      ) : (
        <>
          {/* This hidden field tells password managers whose password it is. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Senha"
            autoComplete="current-password"
            autoFocus={isOnly}
            required
            {...form.field("proof")}
          />
        </>
      )}
      <Button type="submit" variant={isOnly ? "primary" : "outline"} isBusy={form.isBusy} busyLabel="Confirmando…">
        Confirmar
      </Button>
    </form>
  );
}
