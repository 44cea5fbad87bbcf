import { adoptBrandMarks } from "@caramelo/contract/brand/brand";

// The first module of the root: pages that are written at build get marks where the brand stands.
if (import.meta.env.SSR && import.meta.env.PROD) adoptBrandMarks();
