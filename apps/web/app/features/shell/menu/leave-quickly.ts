// A page that many people open daily. Without a network, an empty page is just as neutral.
const NEUTRAL_PAGE = "https://www.google.com/";

/**
 * "Saída rápida": shows a neutral page at once and replaces this screen in the history, so that "back" does not return
 * to it. Earlier screens stay in the history and the session stays open: the quick exit hides the product but does not
 * sign out.
 */
export function leaveQuickly(): void {
  location.replace(navigator.onLine ? NEUTRAL_PAGE : "about:blank");
}
