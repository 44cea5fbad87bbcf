import { NEUTRAL_TITLE } from "./title-rules.ts";

const STORED_AS = "titulos";
const DISCREET = "discretos";
/** Tells the script in the head that the page itself takes care of its title from now on. */
const TAKEN = "titulo";

/**
 * Runs in the head: where the member who uses this browser asked for discreet titles, no title shows before the session is
 * known. It remembers the title that it hides for `takeTitle`. The content policy contains the hash of its text.
 */
export const TITLE_SCRIPT = `try{if(localStorage.getItem("${STORED_AS}")==="${DISCREET}"){var h=document.documentElement,o=new MutationObserver(function(){var t=document.title;if(t&&t!=="${NEUTRAL_TITLE}"){h.dataset.titulo=t;document.title="${NEUTRAL_TITLE}"}});o.observe(document.head,{childList:true,subtree:true,characterData:true});addEventListener("${TAKEN}",function(){o.disconnect()})}}catch(e){}`;

/** Stops the script in the head. Answers the title of the screen that it hid. */
export function takeTitle(): string | undefined {
  dispatchEvent(new Event(TAKEN));
  const { titulo } = document.documentElement.dataset;
  delete document.documentElement.dataset.titulo;
  return titulo;
}

/** Remembers the choice for the next load. It goes with the session, like all that a member leaves in the browser. */
export function rememberDiscretion(isDiscreet: boolean): void {
  try {
    if (isDiscreet) localStorage.setItem(STORED_AS, DISCREET);
    else localStorage.removeItem(STORED_AS);
  } catch {
    // Without storage the title is discreet as soon as the session is known.
  }
}
