import { brand } from "@caramelo/contract/brand/brand";

type Markup = { markup: string };

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A template of markup. Inserted values are escaped, unless they are markup themselves. */
function html(parts: TemplateStringsArray, ...values: (string | Markup | Markup[])[]): Markup {
  const insert = (value: string | Markup | Markup[] = ""): string => {
    if (typeof value === "string") return escapeHtml(value);
    return [value]
      .flat()
      .map(({ markup }) => markup)
      .join("\n");
  };
  return { markup: parts.map((part, at) => part + insert(values[at])).join("") };
}

const NOTHING: Markup = { markup: "" };
const SANS = "font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "font-family:Fraunces,Georgia,'Times New Roman',serif";

// Most mail programs show the inline colours, which are the light theme. Those that follow a dark system read these
// rules.
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .canvas { background: #15100d !important; }
  .card { background: #201814 !important; border-color: #3a2d25 !important; }
  .ink { color: #f5ebe0 !important; }
  .muted, .muted a { color: #b8a596 !important; }
  .rule { border-color: #3a2d25 !important; }
  .button { background: #e6a26b !important; }
  .button a { color: #2a1509 !important; }
}
@media (max-width: 560px) { .inside { padding: 28px 22px !important; } .button, .button a { display: block !important; } }
`;

type Content = {
  subject: string;
  paragraphs: readonly string[];
  action: { label: string; url: string } | undefined;
  footnote: string;
  footnoteUrl: string | undefined;
};

/** Writes a mail as one column of tables, because mail programs support little else. It loads nothing from outside. */
export function toHtml({ subject, paragraphs, action, footnote, footnoteUrl }: Content): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${{ markup: DARK }}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#fbf6ef">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#fbf6ef"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td bgcolor="#5b2c1b" align="center" style="padding:20px 24px;border-radius:16px 16px 0 0;background:#5b2c1b;background:linear-gradient(215deg,#7d4420,#5b2c1b 45%,#2a140f)">
<span style="${{ markup: SERIF }};font-size:24px;line-height:32px;font-weight:600;color:#fff3e2">${brand.name}</span>
</td></tr>
<tr><td class="card inside" bgcolor="#ffffff" style="padding:36px 40px;border:1px solid #e7dacb;border-top:0;border-radius:0 0 16px 16px;background:#ffffff">
<p class="ink" style="margin:0 0 16px;${{ markup: SERIF }};font-size:22px;line-height:30px;color:#2a1c15">Olá,</p>
${paragraphs.map(paragraph)}
${action ? button(action) : NOTHING}
${note(footnote, footnoteUrl)}
</td></tr>
<tr><td align="center" style="padding:20px 24px">
<p class="muted" style="margin:0;${{ markup: SANS }};font-size:13px;line-height:20px;color:#6b584c">${brand.name} · ${brand.supportEmail}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>`.markup;
}

function paragraph(text: string): Markup {
  return html`<p class="ink" style="margin:0 0 16px;${{ markup: SANS }};font-size:16px;line-height:25px;color:#2a1c15">${text}</p>`;
}

/**
 * A button with its address below, for programs that show no buttons, and for readers who want to see the address
 * first.
 */
function button({ label, url }: { label: string; url: string }): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 16px"><tr><td class="button" align="center" bgcolor="#9a4e1c" style="border-radius:10px;background:#9a4e1c;mso-padding-alt:14px 28px">
<a href="${url}" style="display:inline-block;padding:14px 28px;${{ markup: SANS }};font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a>
</td></tr></table>
<p class="muted" style="margin:0 0 16px;${{ markup: SANS }};font-size:13px;line-height:20px;color:#6b584c;overflow-wrap:anywhere;word-break:break-word">Se o botão não abrir, copie este endereço:<br>${url}</p>`;
}

function note(text: string, url: string | undefined): Markup {
  const link =
    url === undefined
      ? NOTHING
      : html` <a href="${url}" style="color:#6b584c;overflow-wrap:anywhere;word-break:break-word">${url}</a>`;
  return html`<p class="muted rule" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e7dacb;${{ markup: SANS }};font-size:13px;line-height:20px;color:#6b584c">${text}${link}</p>`;
}
