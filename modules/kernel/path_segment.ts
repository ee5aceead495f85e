/** A UUID, in lower or upper case. */
export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Encodes a text as a single path segment. Browsers resolve `.` and `..` even when percent-encoded, so these become a segment that
 * matches no resource.
 */
export const pathSegment = (text: string): string => (/^\.{0,2}$/.test(text) ? '_' : encodeURIComponent(text))
