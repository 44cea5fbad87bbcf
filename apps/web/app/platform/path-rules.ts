export const chatPath = (memberId: string): string => `/mensagens?userId=${memberId}`;
