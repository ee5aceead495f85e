/** How an id is written in an address, in lower or upper case. */
export const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A text as one segment of a path: no character of it can lead elsewhere. Browsers resolve `.` and `..` even where they are
 * percent-encoded, so these become a segment that names nothing.
 */
export const segment = (text: string): string => (/^\.{0,2}$/.test(text) ? '_' : encodeURIComponent(text))
