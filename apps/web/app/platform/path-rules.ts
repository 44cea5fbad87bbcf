/** The address of the conversation with a member. */
export const chatPath = (memberId: string): string => `/mensagens?userId=${memberId}`;
