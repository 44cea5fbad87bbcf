import { OLD_BROWSER_TEXT, OPEN_AGAIN_TEXT } from "@caramelo/contract/texts/start";

/**
 * Runs first in the head. The two features it checks are together as new as the oldest supported browsers
 * (site-build/baseline.ts): Safari 16.4 and Firefox 128 added the first, Chrome 111 the second. An older browser loads
 * nothing more, and shows one sentence instead. A separate script in the oldest syntax, because such a browser may fail
 * to parse the others. The content policy contains the hash of this text.
 */
export const OLD_BROWSER_SCRIPT = `if(!(window.CSS&&CSS.registerProperty&&CSS.supports("color","color-mix(in lab,red,red)"))){window.stop();(function(d){var b=d.createElement("body"),p=d.createElement("p"),a=d.createElement("a");p.textContent="${OLD_BROWSER_TEXT}";a.textContent="${OPEN_AGAIN_TEXT}";a.href=location.href;b.style.cssText="font:18px/1.5 sans-serif;max-width:36em;margin:2em auto;padding:0 1em";b.appendChild(p);b.appendChild(a);d.documentElement.appendChild(b)})(document)}`;

/**
 * Runs in the head before the first paint and selects the skeleton of a cold start by the address (the variants
 * `start-…` of app.css). The content policy contains the hash of this text.
 */
export const START_SCRIPT = `var s=location.pathname.split("/");document.documentElement.dataset.start=s[1]==="busca"?"cards search":/^(favoritos|visitas)$/.test(s[1])?"cards":s[1]==="mensagens"?/[?&](userId|id)=/.test(location.search)?"chat":"rows":s[1]==="admin"?"office":s[1]!=="perfil"?"page":s[2]||/[?&]ver=/.test(location.search)?"profile":"own"`;

/**
 * Runs in the head. A browser may keep a page for Back that was left before its scripts started. It is hidden on
 * leaving and reloaded when shown again, because the session may be over by then. The mark on the document prevents the
 * scripts, which start meanwhile, from leaving too (leave.ts): of two parallel moves either may win. The content policy
 * contains the hash of this text.
 */
export const KEPT_PAGE_SCRIPT = `function onKept(type,act){addEventListener(type,function(e){if(e.persisted&&document.querySelector("[data-first-screen]"))act()})}onKept("pagehide",function(){document.documentElement.style.visibility="hidden"});onKept("pageshow",function(){document.documentElement.dataset.reloads="";location.reload()})`;
