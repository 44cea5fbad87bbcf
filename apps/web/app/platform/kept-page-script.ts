/**
 * Runs in the head. A browser may keep a page for Back that was left before its scripts had started, when nobody else
 * looks after it: it is hidden as it is left, and loaded anew when it is shown again, because the session may be over by
 * then. The mark on the document keeps the scripts, which start meanwhile, from leaving it as well (leave.ts): of two
 * moves at once any may win. The content policy contains the hash of this text.
 */
export const KEPT_PAGE_SCRIPT = `function onKept(type,act){addEventListener(type,function(e){if(e.persisted&&document.querySelector("[data-first-screen]"))act()})}onKept("pagehide",function(){document.documentElement.style.visibility="hidden"});onKept("pageshow",function(){document.documentElement.dataset.reloads="";location.reload()})`;
