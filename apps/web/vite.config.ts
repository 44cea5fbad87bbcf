import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { pageBrand } from "./page-brand.ts";
import { slimIcons } from "./slim-icons.ts";
import { webManifest } from "./web-manifest.ts";

/**
 * Which code shares a file. A group takes what its entries import, directly or not, except what a group above has taken;
 * everything else is split by the screens that need it. Fewer files compress better than dozens of a few hundred bytes.
 */
const CHUNKS = [
  // Stays in the browser's cache across most releases.
  { name: "react", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  // What every page loads: the root, and what the sign-in page has in common with the first pages of a member.
  {
    name: "first-page",
    test: /app[\\/](root|platform[\\/]interaction|ui[\\/](states[\\/]alert|basics[\\/](link|icon-button)|forms[\\/]control-class)|features[\\/](shell[\\/]page-title|accounts[\\/]gates[\\/]rules))\.tsx?$|lucide-react.*[\\/](check|eye)\.m?js$/,
  },
  // The sign-in page, with its form. Pages of members load it only where they have a form.
  { name: "sign-in", test: /app[\\/]routes[\\/](guest|login)\.tsx/ },
  { name: "query", test: /node_modules[\\/]@tanstack[\\/]|app[\\/]platform[\\/]query\.ts$/ },
  // Icons of later screens, which the search and the conversations need not bring.
  {
    name: "later-icons",
    test: /lucide-react.*[\\/](arrow-left|ban|coins|copy|credit-card|ellipsis-vertical|flag|grip-vertical|hourglass|image-plus|layout-dashboard|mail|map-pin|minus|move|receipt-text|rotate-ccw|scroll-text|settings|star|user-round-(plus|x)|users)\.m?js$/,
  },
  // Apart from the next group, so that an icon does not bring the members' bars to a guest's page.
  { name: "icons", test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 3 },
  // What the pages that sell have in common, those of guests too.
  {
    name: "offers",
    test: /platform[\\/]money-rules\.ts$|contract[\\/]src[\\/]billing[\\/]prices\.ts$|features[\\/]billing[\\/](rules|plan-card|reassurances)\.tsx?$/,
    minShareCount: 2,
  },
  // The bars around every screen of a member, and what is too small for a file of its own: below 512 bytes none is packed.
  {
    name: "member-frame",
    test: /app[\\/]routes[\\/]member(-frame)?\.tsx|app[\\/](ui[\\/]basics[\\/](use-media|chip)|platform[\\/](paging|path)-rules|features[\\/]profiles[\\/]own-profile-queries)\.tsx?$|contract[\\/]src[\\/]texts[\\/]favorites\.ts$/,
  },
  // A profile in a list, which three screens show, and the small parts that stand beside it.
  {
    name: "card",
    test: /app[\\/](features[\\/](profiles[\\/]profile-card|favorites[\\/]favorite-button)|ui[\\/]basics[\\/](paged-grid|tabs))\.tsx$/,
  },
  // The search with the rules that its filters share, which come later.
  {
    name: "search",
    test: /app[\\/](routes[\\/]busca|features[\\/]discovery[\\/](filter-rules|visit-rules|rules|queries))\.tsx?$/,
  },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

export default defineConfig({
  plugins: [tailwindcss(), pageBrand(), slimIcons(), reactRouter(), webManifest()],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  build: {
    // Nothing is inlined: the content policy allows data: for pictures only, and fonts and scripts must stay cacheable.
    assetsInlineLimit: 0,
    // Lazy parts are preloaded at idle: a list of the scripts that each one imports would only weigh on the first load.
    modulePreload: { resolveDependencies: (_file, files) => files.filter((file) => file.endsWith(".css")) },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT || 3000}`, ws: true } } },
});
