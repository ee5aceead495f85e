/**
 * Returns the given path when it is on this site, else `/`, as a safe redirect target. Browsers treat `//host` and `/\host` as other
 * sites and ignore tabs and line breaks, so these are rejected.
 */
export const sameSitePath = (next: unknown): string => {
  if (typeof next !== 'string' || next.length > 2_000) return '/'
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes('\\') ? next : '/'
}
