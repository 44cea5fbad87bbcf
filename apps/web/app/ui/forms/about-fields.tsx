import { type AboutValues, findAboutHint } from "~/platform/person-rules.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import type { FormApi } from "~/ui/forms/use-form.ts";

type Props = {
  form: Pick<FormApi<AboutValues>, "field" | "values">;
  rows?: number;
  /** A new member gets an example of what to write. */
  hasExamples?: boolean;
};

/** The fields of the texts that members write about themselves, at the sign-up and later. */
export function AboutFields({ form: { field, values }, rows, hasExamples = false }: Props) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextArea
        label="Sobre você"
        placeholder={hasExamples ? "Conte um pouco da sua rotina, do que gosta…" : undefined}
        rows={rows}
        required
        hint={findAboutHint(values.bio)}
        {...field("bio")}
      />
      <TextArea
        label="O que você busca"
        placeholder={hasExamples ? "Que tipo de companhia faz sentido para você?" : undefined}
        rows={rows}
        required
        hint={findAboutHint(values.lookingFor)}
        {...field("lookingFor")}
      />
    </div>
  );
}
