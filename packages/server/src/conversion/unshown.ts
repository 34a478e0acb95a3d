/** Controls, and characters that reverse the direction of writing, so that another extension seems to be the last. */
export const UNSHOWN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
