import { adoptBrandMarks } from "@caramelo/contract/brand/brand";

// The root imports this file first. Pages that are written at build get marks, which the server replaces by the brand.
if (import.meta.env.SSR && import.meta.env.PROD) adoptBrandMarks();
