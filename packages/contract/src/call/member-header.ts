/**
 * The header with which a page names the member whom it shows. If it names another member than the session's, the call
 * is refused as if the session were over: the page still shows the previous member.
 */
export const MEMBER_HEADER = "x-member";
