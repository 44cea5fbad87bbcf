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
  photos: {
    read: ["stream", "GET", "/photos/:memberId/:name/:size"],
  },
} as const;
