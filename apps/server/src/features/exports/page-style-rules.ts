/** The style of the page in an export, in the colours and shapes of the site. It loads nothing. */
export const pageStyle = `
:root{color-scheme:light dark;--canvas:#fbf6ef;--surface:#fff;--ink:#2a1c15;--muted:#6b584c;--line:#e7dacb;--primary:#9a4e1c;--tint:#f5eadc;--mine:#f3e0cb}
@media (prefers-color-scheme:dark){:root{--canvas:#15100d;--surface:#201814;--ink:#f5ebe0;--muted:#b8a596;--line:#3a2d25;--primary:#e6a26b;--tint:#2a201a;--mine:#46301f}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--canvas);color:var(--ink);font:400 1rem/1.5 Figtree,system-ui,sans-serif}
main,header,footer{max-width:60rem;margin:0 auto;padding:0 1rem}
header{padding-top:2rem}
h1,h2,h3{font-family:Fraunces,Georgia,serif;font-weight:560;letter-spacing:-.012em;text-wrap:balance;overflow-wrap:anywhere;margin:0}
h1{font-size:1.75rem;line-height:1.15}
h2{font-size:1.375rem;line-height:1.2}
h3{font-size:1.125rem;line-height:1.3;margin:1.25rem 0 .5rem}
p{margin:.5rem 0 0}
.muted,footer{color:var(--muted);font-size:.875rem}
.note{margin-top:1rem;padding:.75rem 1rem;border-radius:10px;background:var(--tint)}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:.75rem 0 0;padding:0}
nav a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .875rem;border:1px solid var(--line);border-radius:999px;background:var(--surface);color:var(--primary);text-decoration:none;font-size:.875rem}
a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
section{margin-top:1.25rem;padding:1.25rem 1rem;border:1px solid var(--line);border-radius:16px;background:var(--surface);scroll-margin-top:1rem}
dl{margin:0;display:grid;gap:.5rem}
.card{padding:.75rem 0;border-top:1px solid var(--line)}
h3+.card{border-top:0;padding-top:0}
dl>div{display:grid;grid-template-columns:minmax(7rem,2fr) 3fr;gap:.75rem}
dl>div.long{grid-template-columns:1fr;gap:0}
dt{color:var(--muted);font-size:.875rem}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap;unicode-bidi:plaintext}
table{width:100%;border-collapse:collapse;font-size:.8125rem}
th{color:var(--muted);font-weight:500;text-align:start;vertical-align:bottom}
th,td{padding:.5rem .5rem .5rem 0;border-top:1px solid var(--line)}
td{vertical-align:top;overflow-wrap:anywhere;unicode-bidi:plaintext}
@media (max-width:47.99rem){table,tbody,tr{display:block}thead{display:none}tr{padding:.75rem 0;border-top:1px solid var(--line)}tr:first-child{padding-top:0;border-top:0}td{display:grid;grid-template-columns:minmax(7rem,2fr) 3fr;gap:.75rem;padding:.25rem 0;border-top:0;font-size:1rem}td::before{content:attr(data-label);color:var(--muted);font-size:.875rem}}
@media (min-width:48rem){.wide{overflow-x:auto}th,td{min-width:4.25rem}thead th{border-top:0}}
details{border-top:1px solid var(--line)}
details:first-of-type{border-top:0}
summary{min-height:2.75rem;padding:.625rem 0;cursor:pointer;font-weight:600;overflow-wrap:anywhere}
ol{list-style:none;margin:0 0 1rem;padding:0;display:grid;gap:.5rem}
li.bubble{max-width:85%;padding:.5rem .75rem;border-radius:16px 16px 16px 4px;background:var(--tint);justify-self:start;content-visibility:auto;contain-intrinsic-size:auto 4rem}
li.mine{background:var(--mine);border-radius:16px 16px 4px 16px;justify-self:end}
.bubble p{margin:0;overflow-wrap:anywhere;white-space:pre-wrap;unicode-bidi:plaintext}
.bubble small{display:block;margin-top:.125rem;color:var(--muted);font-size:.8125rem}
.photos{display:grid;grid-template-columns:repeat(auto-fill,minmax(7.5rem,1fr));gap:.75rem}
figure{margin:0}
figure img{display:block;width:100%;height:auto;aspect-ratio:3/4;object-fit:cover;border-radius:10px;background:var(--tint)}
figcaption{margin-top:.25rem;color:var(--muted);font-size:.8125rem}
footer{padding-top:1.5rem;padding-bottom:3rem}
@media (min-width:48rem){section{padding:1.5rem}h1{font-size:2.25rem}.card{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.5rem 1.5rem}.card>div{grid-template-columns:1fr;gap:0}.card>div.long{grid-column:1/-1}li.bubble{max-width:70%}}
@media print{details>*{display:block}section{break-inside:auto}}
`;
