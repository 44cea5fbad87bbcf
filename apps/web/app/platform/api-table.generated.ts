// Generated from the contract by scripts/generate-api-table.ts; do not edit.
export const apiTable = {
  accounts: {
    signUp: ["upload", "POST", "/accounts"],
    signIn: ["json", "POST", "/session"],
    session: ["json", "GET", "/session"],
    signOut: ["json", "DELETE", "/session"],
    requestRecovery: ["json", "POST", "/recovery"],
    checkRecovery: ["json", "POST", "/recovery/check"],
    resetPassword: ["json", "POST", "/recovery/password"],
    confirmEmail: ["json", "POST", "/confirmations"],
    resendConfirmation: ["json", "POST", "/confirmations/mails"],
    changeEmail: ["json", "POST", "/account/email"],
    changePassword: ["json", "POST", "/account/password"],
    devices: ["json", "GET", "/account/devices"],
    endDevice: ["json", "DELETE", "/account/devices/:id"],
    deactivate: ["json", "POST", "/account/deactivation"],
  },
  cities: {
    search: ["json", "GET", "/cities"],
  },
  discovery: {
    list: ["json", "GET", "/discovery"],
  },
  favorites: {
    list: ["json", "GET", "/favorites"],
    fans: ["json", "GET", "/favorites/fans"],
    add: ["json", "PUT", "/favorites/:id"],
    remove: ["json", "DELETE", "/favorites/:id"],
  },
  mail: {
    list: ["json", "GET", "/admin/mails"],
    read: ["json", "GET", "/admin/mails/:id"],
  },
  messaging: {
    conversations: ["json", "GET", "/conversations"],
    room: ["json", "GET", "/conversations/:memberId"],
    history: ["json", "GET", "/conversations/:memberId/messages"],
    send: ["json", "POST", "/conversations/:memberId/messages"],
    markRead: ["json", "PUT", "/conversations/:memberId/read"],
    clear: ["json", "DELETE", "/conversations/:memberId"],
    changes: ["json", "GET", "/messages/changes"],
  },
  notifications: {
    list: ["json", "GET", "/notifications"],
    dismiss: ["json", "DELETE", "/notifications/:id"],
    dismissAll: ["json", "DELETE", "/notifications"],
    pushKey: ["json", "GET", "/push/key"],
    subscribe: ["json", "PUT", "/push/subscription"],
    unsubscribe: ["json", "DELETE", "/push/subscription"],
  },
  photos: {
    add: ["upload", "POST", "/profile/photos"],
    remove: ["json", "DELETE", "/profile/photos/:id"],
    setMain: ["json", "PUT", "/profile/photos/:id/main"],
    arrange: ["json", "PUT", "/profile/photos"],
    read: ["stream", "GET", "/photos/:memberId/:name/:size"],
  },
  presence: {
    pulse: ["json", "POST", "/presence"],
    list: ["json", "GET", "/presence"],
  },
  profiles: {
    mine: ["json", "GET", "/profile"],
    change: ["json", "PUT", "/profile"],
    leaveWildcardCity: ["json", "DELETE", "/profile/wildcard-city"],
    read: ["json", "GET", "/profiles/:id"],
  },
  safety: {
    report: ["json", "POST", "/reports"],
    block: ["json", "PUT", "/blocks/:id"],
    unblock: ["json", "DELETE", "/blocks/:id"],
    blocks: ["json", "GET", "/blocks"],
  },
  settings: {
    read: ["json", "GET", "/settings"],
    change: ["json", "PUT", "/settings"],
  },
  visits: {
    list: ["json", "GET", "/visits"],
  },
} as const;
