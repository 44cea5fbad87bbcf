const STORED_AS = "entrada";

/**
 * Runs in the head before the first paint. Marks the document (the variants `returning` and `stranger` of app.css) if
 * this device has a session that was not left, and in a tab whose session has just ended without the member's action,
 * where a leave carried words (`usr`) to the sign-in screen. The mark does not identify the member, and is removed at
 * the end of the session. The words are copied into a CSS variable, so that the sign-in screen reserves their space
 * until React shows them (the variant `parted`). The content policy contains the hash of this text.
 */
export const RETURNING_SCRIPT = `try{const r=document.documentElement,s=history.state,u=s&&s.hasLeft&&s.usr;if(localStorage.getItem("${STORED_AS}")||u)r.dataset.returning="";if(u&&u.words){r.dataset.parted="";r.style.setProperty("--parting-words",JSON.stringify(u.words))}}catch(e){}`;

/** Marks that a signed-in member uses this browser. After the session the sign-in screen welcomes them back. */
export function rememberSignIn(): void {
  try {
    localStorage.setItem(STORED_AS, "1");
  } catch {
    // Without storage the sign-in screen is the one for strangers.
  }
}
