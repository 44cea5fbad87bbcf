import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { longDayText } from "@caramelo/contract/formats/moments";
import { WAY_TRUSTED_DAYS } from "@caramelo/contract/limits";
import { recoveryTexts } from "@caramelo/contract/texts/recovery";
import { KeyRound } from "lucide-react";
import { Chip } from "~/ui/basics/chip.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { AccountTask } from "../account-task.tsx";

export type WayLeft = NonNullable<AnswerOf<Contract["accounts"]["resetPassword"]>["waysLeft"]>[number];

/** Lists the sign-in methods left besides the new password, and those that a recovery disabled. */
export function WaysLeft({ ways }: { ways: readonly WayLeft[] }) {
  const hasOff = ways.some(({ isOff }) => isOff);
  return (
    <AccountTask icon={<KeyRound />} title="Senha criada" text={recoveryTexts.waysLeft} isResult>
      <ul className="divide-y divide-line border-y border-line">
        {ways.map((way) => (
          <WayRow key={`${way.kind} ${way.addedAt}`} {...way} />
        ))}
      </ul>
      <Alert tone={hasOff ? "warning" : "info"}>
        {hasOff ? recoveryTexts.waysOff.replace("{dias}", String(WAY_TRUSTED_DAYS)) : recoveryTexts.waysOn}
      </Alert>
      <ButtonLink to="/login" size="large" isWide>
        Entrar
      </ButtonLink>
    </AccountTask>
  );
}

function WayRow({ name, addedAt, addedOn, isOff }: WayLeft) {
  const place = addedOn === null ? "" : `, em ${addedOn}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">
          {name === null ? "Aplicativo autenticador" : `Chave de acesso: ${name}`}
        </p>
        <p className="text-14 text-muted">{`Desde ${longDayText(addedAt)}${place}`}</p>
      </div>
      {isOff && <Chip text="Desligada" tone="warn" />}
    </li>
  );
}
