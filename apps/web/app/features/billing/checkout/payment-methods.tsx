import type { PaymentMethod } from "@caramelo/contract/billing/calls";
import { CreditCard, QrCode } from "lucide-react";
import type { ReactNode } from "react";
import { ChoiceGroup } from "~/ui/forms/choice-group.tsx";

type Props = {
  methods: readonly PaymentMethod[];
  value: PaymentMethod | null;
  onValueChange: (method: PaymentMethod) => void;
};

export function PaymentMethods({ methods, ...choice }: Props) {
  return (
    <ChoiceGroup
      label="Como você quer pagar?"
      choices={CHOICES.filter(({ value }) => methods.includes(value))}
      {...choice}
    />
  );
}

const CHOICES = [
  { value: "pix" as const, label: <Choice icon={<QrCode aria-hidden className="size-5" />} text="Pix" /> },
  { value: "card" as const, label: <Choice icon={<CreditCard aria-hidden className="size-5" />} text="Cartão" /> },
];

function Choice({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className="flex flex-wrap items-center justify-center gap-x-2">
      {icon}
      {text}
    </span>
  );
}
