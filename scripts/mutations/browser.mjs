// Ways to break the engine of the browser: what runs outside of the components. See launcher/mutate.mjs.

const MESSAGING = "apps/web/app/features/messaging";
const PHOTOS = "apps/web/app/features/photos";

const LIVE = { file: "apps/web/app/platform/live.ts", tests: ["apps/web/app/platform/live.test.ts"] };
const SESSION = { file: "apps/web/app/platform/session.ts", tests: ["apps/web/app/platform/session.test.tsx"] };
const CLIENT = { file: `${MESSAGING}/messaging-client.ts`, tests: [`${MESSAGING}/messaging-client.test.ts`] };
const CACHE = { file: `${MESSAGING}/sync/cache.ts`, tests: [`${MESSAGING}/sync/cache.test.ts`] };
const STREAM = { file: `${MESSAGING}/sync/stream.ts`, tests: [`${MESSAGING}/sync/stream.test.ts`] };
const OUTBOX = { file: `${MESSAGING}/outbox/outbox-store.ts`, tests: [`${MESSAGING}/outbox/outbox-store.test.ts`] };
const SENDER = {
  file: `${MESSAGING}/outbox/sender.ts`,
  tests: [`${MESSAGING}/outbox/sender.test.ts`, `${MESSAGING}/messaging-client.test.ts`],
};
const DRAFT = {
  file: `${MESSAGING}/conversation/use-draft.ts`,
  tests: [`${MESSAGING}/conversation/use-draft.test.tsx`],
};
const SETTINGS = {
  file: "apps/web/app/features/settings/queries.ts",
  tests: ["apps/web/app/features/settings/queries.test.tsx"],
};
const GALLERY = { file: `${PHOTOS}/gallery/use-gallery.ts`, tests: [`${PHOTOS}/gallery/use-gallery.test.tsx`] };
const GALLERY_ORDER = {
  file: `${PHOTOS}/gallery/use-gallery-order.ts`,
  tests: [`${PHOTOS}/gallery/use-gallery.test.tsx`],
};
const UPLOAD = { file: `${PHOTOS}/upload/use-upload.ts`, tests: [`${PHOTOS}/gallery/use-gallery.test.tsx`] };

/** @type {import("../launcher/mutate.mjs").Mutation[]} */
export const BROWSER_MUTATIONS = [
  {
    ...LIVE,
    from: "silence = setTimeout(start, SILENCE_MS);",
    to: "",
    breaks: "a silent connection is never replaced",
  },
  {
    ...LIVE,
    from: "isFirstHeartbeatDue = false;\n    connections",
    to: "connections",
    breaks: "each heartbeat counts as a new connection",
  },
  {
    ...LIVE,
    from: "onConnected(connections === 1)",
    to: "onConnected(true)",
    breaks: "a reconnection is not reported",
  },
  {
    ...LIVE,
    from: 'if (reason === "refused") pause = setTimeout(start, REFUSED_PAUSE_MS);',
    to: "",
    breaks: "a refused tab never comes back",
  },
  {
    ...LIVE,
    from: "hasEnded = true;\n    onSessionOver();",
    to: "onSessionOver();",
    breaks: "a tab reconnects without a session",
  },
  {
    ...LIVE,
    from: '!hasEnded && document.visibilityState === "visible" && !isOpen()',
    to: "!hasEnded && !isOpen()",
    breaks: "hidden tabs reconnect",
  },
  {
    ...LIVE,
    from: 'socket?.removeEventListener("message", handleMessage);',
    to: "",
    breaks: "a replaced socket still publishes",
  },
  {
    ...SESSION,
    from: "loading ??= loadSession();",
    to: "loading = loadSession();",
    breaks: "several requests for the session at a time",
  },
  {
    ...SESSION,
    from: "if (isLeaving || session.get() !== before) return;",
    to: "if (session.get() !== before) return;",
    breaks: "a deactivation is announced as an expired session",
  },
  {
    ...SESSION,
    from: "(answer.hasExpired || before.user !== null || before.hasExpired)",
    to: "(answer.hasExpired || before.user !== null)",
    breaks: "the second answer takes back that the session expired",
  },
  {
    ...SESSION,
    from: 'if (session.get().state !== "known") change({ state: "failed" });',
    to: 'change({ state: "failed" });',
    breaks: "a lost answer signs the member out of the screen",
  },
  {
    ...SESSION,
    from: 'if (changed.state === "known" && !changed.user) void forgetCopies();',
    to: "",
    breaks: "lists stay readable after a sign-out",
  },
  {
    ...SESSION,
    from: "isNew: before.isNew && user?.id === before.user?.id",
    to: "isNew: before.isNew",
    breaks: "another member counts as just signed in",
  },
  {
    ...CLIENT,
    from: 'if (event.kind === "changed" && event.what === "people") void stream.catchUp();',
    to: "",
    breaks: "unread messages of hidden members stay counted",
  },
  {
    ...CLIENT,
    from: 'if (!live.isOpen() && document.visibilityState === "visible") void stream.catchUp();',
    to: "void stream.catchUp();",
    breaks: "every tab polls all the time",
  },
  {
    ...CLIENT,
    from: "if (message.clientId) removeEntry(memberId, message.clientId);",
    to: "",
    breaks: "a stored message is sent again",
  },
  {
    ...CLIENT,
    from: "if (!message.isMine) setTyping(withId, false);",
    to: "",
    breaks: "a member still writes after their message came",
  },
  {
    ...CLIENT,
    from: "setTimeout(() => stream.observeSeq(message.seq), CHANGE_DUE_MS);",
    to: "",
    breaks: "a lost change of an own message is never read",
  },
  {
    ...CLIENT,
    from: 'if (document.visibilityState !== "visible") return;\n  const next',
    to: "const next",
    breaks: "a hidden tab shows the toast of a returned message",
  },
  {
    ...CLIENT,
    from: "changeEntry(memberId, { ...next, isAnnounced: true });",
    to: "",
    breaks: "a returned message is announced again and again",
  },
  {
    ...CLIENT,
    from: "if (!user && !hasExpired) clearOutbox();",
    to: "if (!user) clearOutbox();",
    breaks: "an expired session loses the texts of the outbox",
  },
  {
    ...CLIENT,
    from: "onRefused: (withId) => void refetchChat(withId),",
    to: "onRefused: () => {},",
    breaks: "the composer stays open after a refusal",
  },
  {
    ...CLIENT,
    from: "AbortSignal.any([end, AbortSignal.timeout(ANSWER_MS)])",
    to: "AbortSignal.timeout(ANSWER_MS)",
    breaks: "a request on its way outlives its client",
  },
  {
    ...CLIENT,
    from: '  window.addEventListener("online", done);\n',
    to: "",
    breaks: "a message waits though the network is back",
  },
  {
    ...CACHE,
    from: "if (!since) return void queryClient.invalidateQueries({ queryKey: key, exact: true });",
    to: "if (!since) return;",
    breaks: "a page that is too old is never read anew",
  },
  { ...CACHE, from: "if (isLoading) return;", to: "", breaks: "several requests for missing rows at a time" },
  { ...CACHE, from: "isRequestedAgain = true;", to: "", breaks: "missing rows are not loaded" },
  {
    ...CACHE,
    from: "(loaded) => loaded && insertFirstPage(loaded, first),\n    );\n    reconcile(CONVERSATIONS);",
    to: "(loaded) => loaded && insertFirstPage(loaded, first),\n    );",
    breaks: "a change that overtakes the first page is lost",
  },
  {
    ...CACHE,
    from: "Math.min(...loaded.pages",
    to: "Math.max(...loaded.pages",
    breaks: "an older page misses changes",
  },
  {
    ...STREAM,
    from: "change.seq === cursor + 1",
    to: "change.seq > cursor",
    breaks: "a change is applied although one before it is missing",
  },
  {
    ...STREAM,
    from: "reading ??= readGap();",
    to: "reading = readGap();",
    breaks: "the gap is read several times at once",
  },
  {
    ...OUTBOX,
    from: "if (ofBrowser.get(prefixOf(memberId) + entry.clientId) !== null) addEntry(memberId, entry);",
    to: "addEntry(memberId, entry);",
    breaks: "a message that another tab has sent is sent again",
  },
  {
    ...OUTBOX,
    from: "if (key !== null && !key.startsWith(ENTRIES)) return;\n    snapshot = undefined;",
    to: "if (key !== null && !key.startsWith(ENTRIES)) return;",
    breaks: "the messages of another tab do not show",
  },
  {
    ...OUTBOX,
    from: "(!kept || !key.startsWith(prefix + kept))",
    to: "true",
    breaks: "opening a tab removes the member's own texts",
  },
  { ...SENDER, from: "if (entry.triedAt === null) deps.change(tried);", to: "", breaks: "a message is tried for ever" },
  {
    ...SENDER,
    from: 'outcome === "again" || deps.hasEnded()',
    to: 'outcome === "again"',
    breaks: "a refusal after the end of the client returns the text",
  },
  {
    ...DRAFT,
    from: 'returned.length === 0 || document.visibilityState !== "visible"',
    to: "returned.length === 0",
    breaks: "a hidden tab takes the text that came back",
  },
  {
    ...DRAFT,
    from: "if (confirmed !== draft) change(confirmed);",
    to: "",
    breaks: "a stored message stays in the draft",
  },
  {
    ...SETTINGS,
    from: "if (isLast()) client.setQueryData(queryKey, settings);",
    to: "client.setQueryData(queryKey, settings);",
    breaks: "the answer to an earlier change undoes a later one",
  },
  {
    ...SETTINGS,
    from: "if (kept?.before !== undefined) show(kept.before);",
    to: "",
    breaks: "a refused setting stays on",
  },
  { ...SETTINGS, from: 'scope: { id: mutationKey.join(" ") },', to: "", breaks: "two changes of settings race" },
  {
    ...GALLERY_ORDER,
    from: "onSuccess: (answer) => {\n      if (!isLast()) return;",
    to: "onSuccess: (answer) => {",
    breaks: "the answer to an earlier move undoes a later one",
  },
  { ...GALLERY_ORDER, from: "void reload();", to: "", breaks: "the order is unknown after a refused move" },
  { ...GALLERY, from: "setErrors(offered.refusals);", to: "", breaks: "a refused file has no reason" },
  {
    ...UPLOAD,
    from: "if (files.length === 0 || sending.isPending) return;",
    to: "if (files.length === 0) return;",
    breaks: "two uploads run at a time",
  },
  {
    ...UPLOAD,
    from: "if (!stop.current.signal.aborted) onFailure(",
    to: "onFailure(",
    breaks: "a cancelled upload shows an error",
  },
];
