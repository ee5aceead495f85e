/**
 * Returns the address of each host of `postgres://user:password@one:5432,two:5432/facet`, as libpq reads it. Returns null if it is no
 * address of PostgreSQL.
 */
export const splitHosts = (address: string): string[] | null => {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s.exec(address) ?? []
  if (hosts === undefined) return null
  const names = hosts.split(',').map((name) => name.trim())
  if (names.length > 1 && names.some((name) => name === '' || name.startsWith(':'))) return null
  const each = names.map((name) => `${before}${name}${after}`)
  return each.every((one) => URL.canParse(one)) ? each : null
}
