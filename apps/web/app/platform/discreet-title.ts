import { NEUTRAL_TITLE } from "./title-rules.ts";

const STORED_AS = "titulos";
const DISCREET = "discretos";
/** Tells the script in the head that the page now sets its title. */
const TAKEN = "titulo";

/**
 * Runs in the head: hides the title before the session is known, if this browser's member chose discreet titles. Stores
 * the hidden title for `takeTitle`. The content policy contains the hash of this text.
 */
export const TITLE_SCRIPT = `try{if(localStorage.getItem("${STORED_AS}")==="${DISCREET}"){var h=document.documentElement,o=new MutationObserver(function(){var t=document.title;if(t&&t!=="${NEUTRAL_TITLE}"){h.dataset.titulo=t;document.title="${NEUTRAL_TITLE}"}});o.observe(document.head,{childList:true,subtree:true,characterData:true});addEventListener("${TAKEN}",function(){o.disconnect()})}}catch(e){}`;

/** Stops the script in the head. Returns the screen title that it has hidden. */
export function takeTitle(): string | undefined {
  dispatchEvent(new Event(TAKEN));
  const { titulo } = document.documentElement.dataset;
  delete document.documentElement.dataset.titulo;
  return titulo;
}

/** Stores the choice for the next load; removed at the end of the session. */
export function rememberDiscretion(isDiscreet: boolean): void {
  try {
    if (isDiscreet) localStorage.setItem(STORED_AS, DISCREET);
    else localStorage.removeItem(STORED_AS);
  } catch {
    // Without storage the title becomes discreet only once the session is known.
  }
}
