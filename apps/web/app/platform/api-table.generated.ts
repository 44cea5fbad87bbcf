// Generated from the contract by scripts/generate-api-table.ts; do not edit.
export const apiTable = {
  accounts: {
    signUp: ["upload", "POST", "/accounts"],
    signIn: ["json", "POST", "/session"],
    session: ["json", "GET", "/session"],
    signOut: ["json", "DELETE", "/session"],
  },
  cities: {
    search: ["json", "GET", "/cities"],
  },
  discovery: {
    list: ["json", "GET", "/discovery"],
  },
  favorites: {
    add: ["json", "PUT", "/favorites/:id"],
    remove: ["json", "DELETE", "/favorites/:id"],
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
  photos: {
    read: ["stream", "GET", "/photos/:memberId/:name/:size"],
  },
  presence: {
    pulse: ["json", "POST", "/presence"],
    list: ["json", "GET", "/presence"],
  },
  profiles: {
    read: ["json", "GET", "/profiles/:id"],
  },
} as const;
