/**
 * What a cookie of ours is called. Where everything comes by HTTPS it has the prefix by which browsers see to it that this host alone
 * has set it, for all of its paths (RFC 6265bis, 4.1.3.2): no neighbour under the same domain can plant one.
 */
export const hostCookie = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)
