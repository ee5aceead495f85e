import { isIP } from 'node:net'

import { isGlobalAddress } from '#modules/kernel/outbound/global_address'

/** Names that public DNS doesn't resolve: RFC 6761, RFC 6762, RFC 8375, and ICANN's `.internal`. */
const privateNames = /(^|\.)(localhost|local|test|internal|home\.arpa)$/

/** True if the internet may reach `url`. A host name without a dot belongs to a private network. */
export const isPublicAddress = (url: string): boolean => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isIP(host) ? isGlobalAddress(host) : host.includes('.') && !privateNames.test(host)
}
