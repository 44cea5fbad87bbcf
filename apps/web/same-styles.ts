import type { Plugin } from "vite";

/**
 * React Router ends the address of the styles in a page with #, and Vite looks for it without. So the first part that loads
 * would add the styles of every page once more, and the whole page would be laid out anew while a member presses something.
 * Like the list itself, this comes after the files have their names.
 */
export function sameStyles(): Plugin {
  return {
    name: "same-styles",
    apply: "build",
    enforce: "post",
    generateBundle: {
      // After Vite has written which styles each part needs.
      order: "post",
      handler(_options, files) {
        for (const file of Object.values(files)) if (file.type === "chunk") file.code = asPagesNameThem(file.code);
      },
    },
  };
}

/** The code of a file with the styles of every page named as the pages name them. */
export function asPagesNameThem(code: string): string {
  return code.replace(/"(assets\/first-page-[\w-]+\.css)"/g, '"$1#"');
}
