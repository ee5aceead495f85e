import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the rate-limit key of an IP address. This is the IPv4 address itself, or the /64 of an IPv6 address, because its holder controls
 * all 2^64 addresses. IPv4-mapped IPv6 counts as IPv4. `of` selects wider networks in whole bytes of IPv4 or groups of IPv6.
 */
export const networkOf = (address: string, of = { ipv4Bytes: 4, ipv6Groups: 4 }): string => {
  if (!isIPv6(address)) return networkOfIPv4(address, of.ipv4Bytes)
  const plain = address.split('%')[0]!
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped) return networkOfIPv4(mapped[1]!, of.ipv4Bytes)
  const [head = '', tail] = plain.split('::') as [string, string | undefined]
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  const all = [...groups, ...Array<string>(missing).fill('0'), ...after]
  return `${all
    .slice(0, of.ipv6Groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${of.ipv6Groups * 16}`
}

const networkOfIPv4 = (address: string, bytes: number) => {
  if (bytes === 4 || !isIPv4(address)) return address
  return `${[...address.split('.').slice(0, bytes), ...Array<string>(4 - bytes).fill('0')].join('.')}/${bytes * 8}`
}
