/** The first two letters of a name, shown instead of a missing picture. */
export function initials(name: string): string {
  return [...name.trim()].slice(0, 2).join('').toUpperCase()
}
