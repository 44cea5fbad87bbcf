// Generated from the contract by scripts/generate-api-table.ts; do not edit.
export const offlineTable = [
  ["POST","/session","session"],
  ["GET","/session","session"],
  ["DELETE","/session","forget member"],
  ["DELETE","/account/devices","forget member"],
  ["POST","/account/deactivation","forget member"],
  ["GET","/discovery","keep","seed","ageMin","ageMax","cityId","distanceKm","role","verified","presence"],
  ["GET","/favorites","keep"],
  ["GET","/conversations","keep"],
  ["GET","/conversations/:memberId","keep"],
  ["GET","/conversations/:memberId/messages","keep"],
  ["DELETE","/conversations/:memberId","forget answers"],
  ["GET","/notifications","keep"],
  ["GET","/profile","keep"],
  ["PUT","/blocks/:id","forget answers"],
  ["GET","/settings","keep"],
  ["GET","/visits","keep"],
] as const;
