// Generated from the contract by scripts/generate-api-table.ts; do not edit.
export const apiTable = {
  accounts: {
    signIn: ["json", "POST", "/session"],
    session: ["json", "GET", "/session"],
    signOut: ["json", "DELETE", "/session"],
  },
  billing: {
    offers: ["json", "GET", "/offers"],
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
    add: ["json", "PUT", "/favorites/:id"],
    remove: ["json", "DELETE", "/favorites/:id"],
  },
  messaging: {
    conversations: ["json", "GET", "/conversations"],
    chat: ["json", "GET", "/conversations/:memberId"],
    history: ["json", "GET", "/conversations/:memberId/messages"],
    send: ["json", "POST", "/conversations/:memberId/messages"],
    markRead: ["json", "PUT", "/conversations/:memberId/read"],
    changes: ["json", "GET", "/messages/changes"],
  },
  notifications: {
    list: ["json", "GET", "/notifications"],
    dismiss: ["json", "DELETE", "/notifications/:id"],
  },
  presence: {
    ping: ["json", "POST", "/presence"],
    list: ["json", "GET", "/presence"],
  },
  profiles: {
    mine: ["json", "GET", "/profile"],
    read: ["json", "GET", "/profiles/:id"],
  },
  memberSettings: {
    read: ["json", "GET", "/settings"],
  },
  visits: {
    list: ["json", "GET", "/visits"],
    add: ["json", "PUT", "/visits/:id"],
  },
} as const;
