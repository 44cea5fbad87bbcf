import { consentTexts } from "@caramelo/contract/accounts/consents";
import { TextLink } from "~/ui/basics/link.tsx";
import { Checkbox } from "~/ui/forms/checkbox.tsx";
import type { FormApi } from "~/ui/forms/use-form.ts";

type Consents = { acceptsTerms: boolean; acceptsMarketing: boolean };

const LEGAL_PAGES: Record<string, string> = { "Termos de uso": "/termos", "Política de privacidade": "/privacidade" };
// The consent text, whose hash is stored, split so that the names of legal pages become links.
const TERMS_PARTS = consentTexts.terms.text.split(new RegExp(`(${Object.keys(LEGAL_PAGES).join("|")})`));

/** The consents that a person gives at sign-up, or when they take over a managed profile. */
export function ConsentFields({ field }: Pick<FormApi<Consents>, "field">) {
  return (
    <div>
      <Checkbox required hint={consentTexts.sensitiveData.text} {...field("acceptsTerms")}>
        {TERMS_PARTS.map((part) => {
          const to = LEGAL_PAGES[part];
          return to ? (
            <LegalLink key={part} to={to}>
              {part}
            </LegalLink>
          ) : (
            part
          );
        })}
      </Checkbox>
      <Checkbox {...field("acceptsMarketing")}>{consentTexts.marketing.text}</Checkbox>
    </div>
  );
}

/** Opens a new tab, so that typed text in this one is not lost. */
function LegalLink({ to, children }: { to: string; children: string }) {
  return (
    <TextLink to={to} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> (abre em outra aba)</span>
    </TextLink>
  );
}
