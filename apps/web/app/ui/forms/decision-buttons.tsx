import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button, type ButtonProps } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";

type Props = Pick<ButtonProps, "variant" | "size"> & {
  form: { isBusy: boolean; failure: unknown };
  yes: string;
  no: string;
};

/** Whether the submit of such a form grants or refuses; undefined if none of its buttons was pressed. */
export function readDecision(event: Event): boolean | undefined {
  const pressedValue = event instanceof SubmitEvent ? event.submitter?.getAttribute("value") : null;
  return pressedValue == null ? undefined : pressedValue === "yes";
}

/** The end of a form that grants or refuses something. */
export function DecisionButtons({ form: { isBusy, failure }, yes, no, variant, size }: Props) {
  const [pressedValue, setPressedValue] = useState<string>();
  const button = (value: string, text: string, looks: ButtonProps["variant"]) => (
    <Button
      type="submit"
      value={value}
      size={size}
      variant={looks}
      isBusy={isBusy && pressedValue === value}
      onClick={() => setPressedValue(value)}
    >
      {text}
    </Button>
  );
  return (
    <>
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {button("yes", yes, variant)}
        {button("no", no, "outline")}
      </div>
    </>
  );
}
