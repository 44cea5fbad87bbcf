// Generated from the contract by scripts/generate-api-table.ts; do not edit.
export const apiTable = {
  accounts: {
    signUp: ["upload", "POST", "/accounts"],
    checkPassword: ["json", "POST", "/password-checks"],
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
    endAllDevices: ["json", "DELETE", "/account/devices"],
    deactivate: ["json", "POST", "/account/deactivation"],
  },
  billing: {
    offers: ["json", "GET", "/offers"],
    makeOrder: ["json", "POST", "/orders"],
    order: ["json", "GET", "/orders/:id"],
    checkPayment: ["json", "POST", "/orders/:id/check"],
    orders: ["json", "GET", "/orders"],
    withdraw: ["json", "POST", "/orders/:id/withdrawal"],
    statement: ["json", "GET", "/statement"],
  },
  cities: {
    search: ["json", "GET", "/cities"],
  },
  discovery: {
    list: ["json", "GET", "/discovery"],
    count: ["json", "GET", "/discovery/count"],
    saveFilter: ["json", "PUT", "/discovery/filter"],
  },
  favorites: {
    list: ["json", "GET", "/favorites"],
    admirers: ["json", "GET", "/favorites/admirers"],
    add: ["json", "PUT", "/favorites/:id"],
    remove: ["json", "DELETE", "/favorites/:id"],
  },
  messaging: {
    conversations: ["json", "GET", "/conversations"],
    chat: ["json", "GET", "/conversations/:memberId"],
    history: ["json", "GET", "/conversations/:memberId/messages"],
    send: ["json", "POST", "/conversations/:memberId/messages"],
    react: ["json", "PUT", "/conversations/:memberId/messages/:seq/reaction"],
    markRead: ["json", "PUT", "/conversations/:memberId/read"],
    clear: ["json", "DELETE", "/conversations/:memberId"],
    changes: ["json", "GET", "/messages/changes"],
  },
  moderation: {
    report: ["json", "POST", "/reports"],
    measures: ["json", "GET", "/measures"],
  },
  notifications: {
    list: ["json", "GET", "/notifications"],
    dismiss: ["json", "DELETE", "/notifications/:id"],
    dismissAll: ["json", "DELETE", "/notifications"],
  },
  pix: {
    charge: ["json", "GET", "/pix/charges/:token"],
  },
  presence: {
    ping: ["json", "POST", "/presence"],
    list: ["json", "GET", "/presence"],
  },
  profiles: {
    mine: ["json", "GET", "/profile"],
    change: ["json", "PUT", "/profile"],
    leaveWildcardCity: ["json", "DELETE", "/profile/wildcard-city"],
    read: ["json", "GET", "/profiles/:id"],
  },
  safety: {
    block: ["json", "PUT", "/blocks/:id"],
    unblock: ["json", "DELETE", "/blocks/:id"],
    blocks: ["json", "GET", "/blocks"],
  },
  settings: {
    read: ["json", "GET", "/settings"],
    change: ["json", "PUT", "/settings"],
  },
  transparency: {
    list: ["json", "GET", "/transparency"],
  },
  verification: {
    mine: ["json", "GET", "/verification"],
  },
  visits: {
    list: ["json", "GET", "/visits"],
    add: ["json", "PUT", "/visits/:id"],
  },
} as const;
