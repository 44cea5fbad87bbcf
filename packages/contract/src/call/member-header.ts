/**
 * The header with which a page names the member it shows. If that is not the session's member, the call is refused as
 * if the session were over: the page still shows the previous member.
 */
export const MEMBER_HEADER = "x-member";
