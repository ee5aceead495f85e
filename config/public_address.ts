import { BlockList, isIP } from 'node:net'

/** Loopback, private, link-local and carrier-grade NAT addresses. */
const privateAddresses = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv6')

/** Names that public DNS doesn't resolve: RFC 6761, RFC 6762, RFC 8375, and ICANN's `.internal`. */
const privateNames = /(^|\.)(localhost|local|test|internal|home\.arpa)$/

/** True if the internet may reach `url`. A host name without a dot belongs to a private network. */
export const isPublicAddress = (url: string): boolean => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const version = isIP(host)
  if (version !== 0) return !privateAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6')
  return host.includes('.') && !privateNames.test(host)
}
