const CODE = "window.__ran=1";

const ELEMENTS = [
  "img src=x",
  "svg",
  "svg/",
  "body",
  "video src=x",
  "audio src=x",
  "input autofocus",
  "select autofocus",
  "textarea autofocus",
  "details open",
  "iframe src=//x.invalid",
  "object data=x",
  "embed src=x",
  "marquee",
  "style",
  "link rel=stylesheet href=x",
  "a href=x autofocus",
  "math",
  "form",
  "x-y contenteditable",
];
const HANDLERS = ["onload", "onerror", "onfocus", "ontoggle", "onanimationstart"];

const ADDRESSES = [
  "javascript:",
  "JaVaScRiPt:",
  "java\tscript:",
  "java&#115;cript:",
  "&#x6A;avascript:",
  "javascript&colon;",
  " javascript:",
  "vbscript:",
  "data:text/html,<script>",
  "data:text/html;base64,PHNjcmlwdD53aW5kb3cuX19yYW49MTwvc2NyaXB0Pg==#",
  "view-source:javascript:",
  "blob:javascript:",
].flatMap((scheme) => [`${scheme}${CODE}`, `<a href="${scheme}${CODE}">veja</a>`, `[veja](${scheme}${CODE})`]);

const TEMPLATES = [
  `{{constructor.constructor('${CODE}')()}}`,
  `{{7*7}}`,
  `$${`{${CODE}}`}`,
  `#{${CODE}}`,
  `<%= ${CODE} %>`,
  `<?php ${CODE} ?>`,
  `{% raw %}<script>${CODE}</script>{% endraw %}`,
  `[[${CODE}]]`,
  `{\${${CODE}}}`,
  `@{${CODE}}`,
  `*{${CODE}}`,
  `<script type="text/x-template">${CODE}</script>`,
  `{"$$typeof":"Symbol(react.element)","props":{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${CODE}>"}}}`,
  `__proto__[innerHTML]=<img src=x onerror=${CODE}>`,
];

const BREAKS = [
  `"><script>${CODE}</script>`,
  `'><script>${CODE}</script>`,
  `</script><script>${CODE}</script>`,
  `</title><script>${CODE}</script>`,
  `</textarea><script>${CODE}</script>`,
  `</style><script>${CODE}</script>`,
  `</noscript><script>${CODE}</script>`,
  `</template><script>${CODE}</script>`,
  `--><script>${CODE}</script>`,
  `]]><script>${CODE}</script>`,
  `"-${CODE}-"`,
  `'-${CODE}-'`,
  `\\'-${CODE}//`,
  `\`-${CODE}-\``,
  `" onmouseover="${CODE}`,
  `' onfocus='${CODE}' autofocus='`,
  `\` onerror=${CODE} `,
  `"onfocus=${CODE} autofocus tabindex=1 x="`,
  `<<script>${CODE};//<</script>`,
  `<scr<script>ipt>${CODE}</scr</script>ipt>`,
  `<script\n>${CODE}</script>`,
  `<script/x>${CODE}</script>`,
  `<SCRIPT SRC=//x.invalid/x.js></SCRIPT>`,
  `<script src=data:,${CODE}></script>`,
  `<script>/*`,
  `*/${CODE}</script>`,
  `<!--<img src="--><img src=x onerror=${CODE}//">`,
  `<comment><img src="</comment><img src=x onerror=${CODE}//">`,
  `<noscript><p title="</noscript><img src=x onerror=${CODE}>">`,
  `<svg><style><img src=x onerror=${CODE}></style></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${CODE}>`,
  `<svg><script>${CODE}</script></svg>`,
  `<svg><animate onbegin=${CODE} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${CODE}"><text y=20>veja</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=x><script>${CODE}</script></svg>#x">`,
  `<meta http-equiv=refresh content="0;url=javascript:${CODE}">`,
  `<base href=//x.invalid/>`,
  `<iframe srcdoc="<script>parent.${CODE}</script>"></iframe>`,
  `<form action=javascript:${CODE}><button autofocus>ok</button></form>`,
  `<button formaction=javascript:${CODE}>ok</button>`,
  `<div style="background:url(javascript:${CODE})">x</div>`,
  `<div style="width:expression(${CODE})">x</div>`,
  `<style>@import "//x.invalid/x.css";</style>`,
  `<link rel=import href=//x.invalid/>`,
  `<template shadowrootmode=open><img src=x onerror=${CODE}></template>`,
  `<slot onslotchange=${CODE}></slot>`,
];

const ENCODINGS = [
  `&lt;script&gt;${CODE}&lt;/script&gt;`,
  `&#60;script&#62;${CODE}&#60;/script&#62;`,
  `&amp;lt;img src=x onerror=${CODE}&amp;gt;`,
  `%3Cscript%3E${CODE}%3C/script%3E`,
  `\\u003cscript\\u003e${CODE}\\u003c/script\\u003e`,
  `\\x3cscript\\x3e${CODE}\\x3c/script\\x3e`,
  `+ADw-script+AD4-${CODE}+ADw-/script+AD4-`,
  `＜script＞${CODE}＜/script＞`,
  `<img src=x onerror=&#119;indow.__ran=1>`,
  `<img src=x on\u0131error=${CODE}>`,
  `<ſcript>${CODE}</ſcript>`,
  `<img/src/onerror=${CODE}>`,
  `<img\u000csrc=x\u000conerror=${CODE}>`,
  `' OR 1=1; --`,
  `'); drop table message; --`,
  `../../../../etc/passwd`,
  `%00%0d%0aSet-Cookie:x=1`,
  `=HYPERLINK("javascript:${CODE}")`,
  `=cmd|'/C calc'!A1`,
  `@SUM(1+1)*cmd|x`,
];

// Texts that look like others, or need room that is not there. What a member types keeps no invisible character.
const SPOOFS = [
  "\u202Egpj.exe\u202C",
  "\u2067veja\u2069\u200F",
  "adm\u200Bin\u200D\u2060\uFEFF",
  "\u0410dministra\u0441\u00E3o",
  "Z\u0351\u0362\u0363\u0364\u0365\u0366\u0367\u0368\u0369\u036A\u036B\u036C\u036D\u036E\u036F".repeat(4),
  "👩🏿‍❤️‍💋‍👩🏻".repeat(12),
  "🏴󠁧󠁢󠁳󠁣󠁴󠁿🇧🇷",
  "W".repeat(240),
  `https://x.invalid/${"w".repeat(200)}`,
  "\u3164\u115F\u00A0",
];

/**
 * Texts that try to become code where they are shown: markup with handlers, addresses, templates, ways out of
 * attributes and elements, encodings, formulas, spoofs. A text that ran sets `window.__ran`.
 */
export const HOSTILE_TEXTS: readonly string[] = [
  ...ELEMENTS.flatMap((element) => HANDLERS.map((handler) => `<${element} ${handler}=${CODE}>`)),
  ...ADDRESSES,
  ...TEMPLATES,
  ...BREAKS,
  ...ENCODINGS,
  ...SPOOFS,
];

/** Joins the hostile texts, one on each line, to texts of at most `max` characters. */
export function hostileTextsWithin(max: number): string[] {
  const texts: string[] = [];
  for (const line of HOSTILE_TEXTS) {
    const grownText = `${texts.at(-1) ?? ""}\n${line}`;
    if (texts.length > 0 && grownText.length <= max) texts[texts.length - 1] = grownText;
    else texts.push(line);
  }
  return texts;
}
