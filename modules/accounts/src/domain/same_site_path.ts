/**
 * Where to go after signing in: the given path, when it is one of this site, else the start page. Browsers read `//host`
 * and `/\host` as other sites and drop tabs and line breaks before they look, so none of these is a path here.
 */
export const sameSitePath = (next: unknown): string => {
  if (typeof next !== 'string' || next.length > 2_000) return '/'
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes('\\') ? next : '/'
}
