import { Controller, useWatch } from "react-hook-form";
import { ChoiceGroup } from "~/ui/choice-group.tsx";
import { cx } from "~/ui/cx.ts";
import { Field } from "~/ui/field.tsx";
import { type AccountType, accountTypeNames, chooseGender, type Gender, listAccountTypes } from "./sign-up-rules.ts";
import type { SignUpFormApi } from "./use-sign-up-form.ts";

const GENDERS = [
  { value: "Feminino", label: "Feminino" },
  { value: "Masculino", label: "Masculino" },
] as const satisfies { value: Gender; label: string }[];

/** Choosing sets the account type and empties what is sought, which was written for the other side. */
export function GenderField({ form }: { form: SignUpFormApi }) {
  function handleChoice(gender: Gender) {
    const { isSubmitted } = form.formState;
    form.setValue("gender", gender, { shouldValidate: isSubmitted });
    const { accountType, lookingFor } = chooseGender(gender);
    form.setValue("accountType", accountType, { shouldValidate: isSubmitted });
    form.setValue("lookingFor", lookingFor, { shouldValidate: isSubmitted });
  }
  return (
    <Controller
      name="gender"
      control={form.control}
      render={({ field, fieldState }) => (
        <ChoiceGroup
          label="Gênero"
          choices={GENDERS}
          name={field.name}
          ref={field.ref}
          onBlur={field.onBlur}
          value={field.value || null}
          onValueChange={handleChoice}
          required
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

/** What the gender derives; where it leaves a choice, the choice. */
export function AccountTypeField({ form }: { form: SignUpFormApi }) {
  const [gender, accountType] = useWatch({ control: form.control, name: ["gender", "accountType"] });
  const types = listAccountTypes(gender ?? "");
  if (types.length < 2) return <DerivedType type={accountType} error={form.formState.errors.accountType?.message} />;
  return (
    <Controller
      name="accountType"
      control={form.control}
      render={({ field, fieldState }) => (
        <ChoiceGroup<AccountType>
          label="Tipo de conta"
          choices={types.map((value) => ({ value, label: accountTypeNames[value] }))}
          name={field.name}
          ref={field.ref}
          onBlur={field.onBlur}
          value={field.value || null}
          onValueChange={field.onChange}
          required
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

function DerivedType({ type, error }: { type: AccountType | "" | undefined; error: string | undefined }) {
  return (
    <Field label="Tipo de conta" error={error}>
      {({ id, ...names }) => (
        <output
          id={id}
          {...names}
          className={cx(
            "flex min-h-12 items-center rounded-control border bg-tint px-3.5 font-medium text-ink",
            error ? "border-danger" : "border-line",
          )}
        >
          {type ? accountTypeNames[type] : <span className="font-normal text-muted">Depende do gênero</span>}
        </output>
      )}
    </Field>
  );
}
