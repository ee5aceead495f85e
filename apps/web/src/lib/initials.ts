/** The first two letters of a name, for a picture that is missing or fails to load. */
export function initials(name: string): string {
  return [...name.trim()].slice(0, 2).join('').toUpperCase()
}
