import { OLD_BROWSER_TEXT, OPEN_AGAIN_TEXT } from "@caramelo/contract/texts/start";

/**
 * Runs first in the head. Together the two features that it looks for are as new as the oldest browsers that the site
 * serves (site-build/baseline.ts): Safari 16.4 and Firefox 128 brought the first one, Chrome 111 the second. An older
 * browser loads nothing more of the page, and shows one sentence instead. The script is an element of its own and in the
 * oldest syntax, because such a browser may be unable to read the other ones. The content policy contains the hash of
 * this text.
 */
export const OLD_BROWSER_SCRIPT = `if(!(window.CSS&&CSS.registerProperty&&CSS.supports("color","color-mix(in lab,red,red)"))){window.stop();(function(d){var b=d.createElement("body"),p=d.createElement("p"),a=d.createElement("a");p.textContent="${OLD_BROWSER_TEXT}";a.textContent="${OPEN_AGAIN_TEXT}";a.href=location.href;b.style.cssText="font:18px/1.5 sans-serif;max-width:36em;margin:2em auto;padding:0 1em";b.appendChild(p);b.appendChild(a);d.documentElement.appendChild(b)})(document)}`;
