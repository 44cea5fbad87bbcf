// TypeScript's words for workers know no script that is a service worker by its place; this one is.
export const worker = self as unknown as ServiceWorkerGlobalScope;
