// Journeys hand the function to their pages as text, so it uses nothing from outside of itself.

/** Translates the page as Chrome does: a copy of each text, also of later ones, replaces it, inside of <font> elements. */
export function translatePage(): void {
  const untouched = "font, script, style, textarea, title, option";
  function translate(node: Node): void {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    // The walker does not begin with its root, which is a text itself where React adds one.
    if (node instanceof Text) texts.push(node);
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.parentElement || text.parentElement.closest(untouched)) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(translate);
  }).observe(document, { childList: true, subtree: true });
  if (document.body) translate(document.body);
}
