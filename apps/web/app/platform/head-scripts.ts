import { OLD_BROWSER_TEXT, OPEN_AGAIN_TEXT } from "@caramelo/contract/texts/start";

/**
 * Runs first in the head. Together the two features that it looks for are as new as the oldest browsers that the site
 * serves (site-build/baseline.ts): Safari 16.4 and Firefox 128 brought the first one, Chrome 111 the second. An older
 * browser loads nothing more of the page, and shows one sentence instead. The script is an element of its own and in the
 * oldest syntax, because such a browser may be unable to read the other ones. The content policy contains the hash of
 * this text.
 */
export const OLD_BROWSER_SCRIPT = `if(!(window.CSS&&CSS.registerProperty&&CSS.supports("color","color-mix(in lab,red,red)"))){window.stop();(function(d){var b=d.createElement("body"),p=d.createElement("p"),a=d.createElement("a");p.textContent="${OLD_BROWSER_TEXT}";a.textContent="${OPEN_AGAIN_TEXT}";a.href=location.href;b.style.cssText="font:18px/1.5 sans-serif;max-width:36em;margin:2em auto;padding:0 1em";b.appendChild(p);b.appendChild(a);d.documentElement.appendChild(b)})(document)}`;

/**
 * Runs in the head before the first paint and chooses the skeleton of a cold start by the address alone (the variants
 * `start-…` of app.css). The content policy contains the hash of this text.
 */
export const START_SCRIPT = `var s=location.pathname.split("/");document.documentElement.dataset.start=s[1]==="busca"?"cards search":/^(favoritos|visitas)$/.test(s[1])?"cards":s[1]==="mensagens"?/[?&](userId|id)=/.test(location.search)?"chat":"rows":s[1]==="admin"?"office":s[1]!=="perfil"?"page":s[2]||/[?&]ver=/.test(location.search)?"profile":"own"`;

/**
 * Runs in the head. A browser may keep a page for Back that was left before its scripts had started, when nobody else
 * looks after it: it is hidden as it is left, and loaded anew when it is shown again, because the session may be over by
 * then. The mark on the document keeps the scripts, which start meanwhile, from leaving it as well (leave.ts): of two
 * moves at once any may win. The content policy contains the hash of this text.
 */
export const KEPT_PAGE_SCRIPT = `function onKept(type,act){addEventListener(type,function(e){if(e.persisted&&document.querySelector("[data-first-screen]"))act()})}onKept("pagehide",function(){document.documentElement.style.visibility="hidden"});onKept("pageshow",function(){document.documentElement.dataset.reloads="";location.reload()})`;
