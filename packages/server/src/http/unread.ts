/**
 * A client that reads nothing of what it was sent for so long is dropped: what it leaves unread takes memory that others
 * need.
 */
export const UNREAD_MS = 60_000;
