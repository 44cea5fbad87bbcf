/**
 * Runs in the head. A browser may keep a page for Back that was left before its scripts had started, when nobody else
 * looks after it: it is hidden as it is left, and loaded anew when it is shown again, because the session may be over by
 * then. The content policy contains the hash of this text.
 */
export const KEPT_PAGE_SCRIPT = `function onKept(type,act){addEventListener(type,function(e){if(e.persisted&&document.querySelector("[data-first-screen]"))act()})}onKept("pagehide",function(){document.documentElement.style.visibility="hidden"});onKept("pageshow",function(){location.reload()})`;
