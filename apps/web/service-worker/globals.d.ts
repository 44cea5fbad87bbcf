/** Written in by the build (build-worker.ts). */
declare const BUILT_FILES: import("workbox-precaching").PrecacheEntry[];
