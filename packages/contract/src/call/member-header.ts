/**
 * The header in which a page names the member whom it shows. A call of members that names another one than its session's
 * is refused as if that session were over: the page is of somebody who was signed in here before.
 */
export const MEMBER_HEADER = "x-member";
