import ipaddr from 'ipaddr.js'

/**
 * Whether the internet routes an IP address to one host. An IPv4 address inside an IPv6 one (`::ffff:…`) is judged itself. Those of gateways
 * (6to4, Teredo, NAT64) aren't global, because a gateway turns them into addresses that this function doesn't see.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // Outside 2000::/3 nothing is assigned, and old notations hide IPv4 addresses there (::127.0.0.1).
  return parsed instanceof ipaddr.IPv4 || (parsed.parts[0]! & 0xe000) === 0x2000
}
