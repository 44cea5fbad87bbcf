import type { MailText } from "@caramelo/contract/mail/texts";

type Props = { mail: MailText; brand: { marca: string; suporte: string } };

/** A preview of a mail, with examples in place of the placeholders. */
export function MailPreview({ mail: { subject, paragraphs, label, footnote }, brand }: Props) {
  return (
    <section aria-label="Prévia" className="grid content-start gap-2">
      <h2 className="text-18">Prévia</h2>
      <div className="overflow-hidden rounded-card border border-line">
        <p className="border-b border-line bg-surface px-4 py-3 font-semibold wrap-anywhere">{subject}</p>
        <div className="bg-canvas p-4 md:p-6">
          <div className="overflow-hidden rounded-card border border-line bg-surface">
            <p className="bg-[#5b2c1b] px-6 py-4 text-center font-display text-22 font-semibold text-[#fff3e2]">
              {brand.marca}
            </p>
            <div className="grid gap-4 p-5 wrap-anywhere md:p-8">
              <p className="font-display text-22">Olá,</p>
              {paragraphs.map((paragraph, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity, and keep no state
                <p key={at}>{paragraph}</p>
              ))}
              {label !== null && (
                <p className="justify-self-start rounded-control bg-primary px-7 py-3 font-semibold text-on-primary">
                  {label}
                </p>
              )}
              <p className="border-t border-line pt-4 text-13 text-muted">{footnote}</p>
            </div>
          </div>
          <p className="mt-4 text-center text-13 text-muted">
            {brand.marca} · {brand.suporte}
          </p>
        </div>
      </div>
    </section>
  );
}
