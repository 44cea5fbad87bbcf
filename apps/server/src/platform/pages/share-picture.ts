import type { BuiltFile } from "./built-files.ts";
import { rewriteFile } from "./page-brand.ts";

/** The build writes a path, but apps that preview links need a complete URL. */
const PICTURE = /(<meta property="og:image" content=")(\/[^"]*")/;

/**
 * Writes the complete URL of a page's picture into the page. Other files, and pages without a picture, are returned
 * unchanged.
 */
export function writePictureUrl(file: BuiltFile, origin: string): BuiltFile {
  if (!file.path.endsWith(".html")) return file;
  return rewriteFile(file, (html) =>
    html.replace(PICTURE, (_, before: string, path: string) => before + origin + path),
  );
}
