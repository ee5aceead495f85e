import { isIPv6 } from 'node:net'

/**
 * What an address is counted by. Whoever has one IPv6 address has the 2^64 of its network, so that is one; IPv4 addresses, written as
 * IPv6 too, count by themselves.
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const plain = address.split('%')[0]!
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped) return mapped[1]!
  const [head = '', tail] = plain.split('::') as [string, string | undefined]
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  const all = [...groups, ...Array<string>(missing).fill('0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
