const STORED_AS = "entrada";

/**
 * Runs in the head before the first paint: marks the document (the variants `returning` and `stranger` of app.css) where
 * a session on this device has not been left behind yet, and in a tab whose session has just ended without the member's
 * act, which is where a leave carried words (`usr`) to the sign-in screen. The mark says nothing of who it was, and is
 * removed at the end of the session like everything that a member leaves in the browser. The words themselves go into a
 * variable of the styles, so that the sign-in screen keeps their space free until React shows them (the variant `parted`).
 * The content policy contains the hash of this text.
 */
export const RETURNING_SCRIPT = `try{const r=document.documentElement,s=history.state,u=s&&s.hasLeft&&s.usr;if(localStorage.getItem("${STORED_AS}")||u)r.dataset.returning="";if(u&&u.words){r.dataset.parted="";r.style.setProperty("--parting-words",JSON.stringify(u.words))}}catch(e){}`;

/** Marks that a signed-in member uses this browser. The sign-in screen welcomes them back once the session is over. */
export function rememberSignIn(): void {
  try {
    localStorage.setItem(STORED_AS, "1");
  } catch {
    // Without storage the sign-in screen is that of a stranger.
  }
}
