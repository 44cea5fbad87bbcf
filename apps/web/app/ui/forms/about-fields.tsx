import { aboutTexts } from "@caramelo/contract/texts/about";
import { type AboutValues, findAboutHint } from "~/platform/person-rules.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import type { FormApi } from "~/ui/forms/use-form.ts";

type Props = {
  form: Pick<FormApi<AboutValues>, "field" | "values">;
  rows?: number;
  /** Shows an example text, for new members. */
  hasExamples?: boolean;
};

/** The fields of members' texts about themselves, at sign-up and later. */
export function AboutFields({ form: { field, values }, rows, hasExamples = false }: Props) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {aboutTexts.map(({ name, member, example }) => (
        <TextArea
          key={name}
          label={member.label}
          placeholder={hasExamples ? example : undefined}
          rows={rows}
          required
          hint={findAboutHint(values[name])}
          {...field(name)}
        />
      ))}
    </div>
  );
}
