/** Reads the next page from a `Link` header (RFC 8288), as path and query; null on the last page. */
export function nextPage(linkHeader: string | null): string | null {
  if (linkHeader === null) return null
  for (const match of linkHeader.matchAll(/<([^>]*)>([^<]*)/g)) {
    const [, target = '', parameters = ''] = match
    if (!/;\s*rel\s*=\s*"?([^";]*\s)?next(\s[^";]*)?"?/i.test(parameters)) continue
    const url = new URL(target, 'http://page.invalid')
    return url.pathname + url.search
  }
  return null
}
