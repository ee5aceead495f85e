/**
 * Adds the `__Host-` prefix over HTTPS. Browsers then accept the cookie only from this host and for all paths, so a sibling domain can't
 * set it (RFC 6265bis, 4.1.3.2).
 */
export const hostCookie = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)
