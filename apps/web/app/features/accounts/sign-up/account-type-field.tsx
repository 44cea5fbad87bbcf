import { accountTypeNames } from "@caramelo/contract/texts/profile";
import { type AccountType, GENDERS, type Gender } from "~/platform/person-rules.ts";
import { cx } from "~/ui/basics/cx.ts";
import { ChoiceGroup } from "~/ui/forms/choice-group.tsx";
import { Field } from "~/ui/forms/field.tsx";
import type { FormApi } from "~/ui/forms/use-form.ts";
import { chooseGender, listAccountTypes } from "./rules.ts";
import type { SignUpFormApi } from "./use-sign-up-form.ts";

/** A form with an account type that follows from the gender. */
type TypeForm = Pick<
  FormApi<{ gender: Gender | ""; accountType: AccountType | "" }>,
  "values" | "errors" | "setValues"
>;

/**
 * Choosing a gender sets the account type and clears the text on what the member seeks, which was written for the other
 * side.
 */
export function GenderField({ form: { values, errors, setValues } }: { form: SignUpFormApi }) {
  return (
    <ChoiceGroup
      label="Gênero"
      choices={GENDERS}
      name="gender"
      value={values.gender || null}
      onValueChange={(gender: Gender) => setValues({ gender, ...chooseGender(gender) })}
      required
      error={errors.gender}
    />
  );
}

/** Shows the account type determined by the gender, or a choice if a gender has two types. */
export function AccountTypeField({ form: { values, errors, setValues } }: { form: TypeForm }) {
  const types = listAccountTypes(values.gender);
  if (types.length < 2) return <DerivedType type={values.accountType} error={errors.accountType} />;
  return (
    <ChoiceGroup<AccountType>
      label="Tipo de conta"
      choices={types.map((value) => ({ value, label: accountTypeNames[value] }))}
      name="accountType"
      value={values.accountType || null}
      onValueChange={(accountType) => setValues({ accountType })}
      required
      error={errors.accountType}
    />
  );
}

function DerivedType({ type, error }: { type: AccountType | ""; error: string | undefined }) {
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
