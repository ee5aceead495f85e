/** Storage of the browser that never throws. When it is full or blocked, nothing is stored. */
const safe = (area: () => Storage) => ({
  get(key: string): string | null {
    try {
      return area().getItem(key)
    } catch {
      return null
    }
  },
  /** Reads a value that was stored as JSON. Null without one, and when it is malformed. */
  getJson(key: string): unknown {
    try {
      return JSON.parse(area().getItem(key) ?? 'null')
    } catch {
      return null
    }
  },
  set(key: string, value: string): void {
    try {
      area().setItem(key, value)
    } catch {
      // Full or blocked. Everything stored here is optional.
    }
  },
  remove(key: string): void {
    try {
      area().removeItem(key)
    } catch {
      // Blocked.
    }
  },
})

/** Storage that all tabs share. */
export const storage = safe(() => window.localStorage)

/** Storage of this tab alone. It survives a reload. */
export const tabStorage = safe(() => window.sessionStorage)

const yearSeconds = 365 * 24 * 60 * 60

/** Keeps a choice that the server's page needs, for this browser. An empty value removes the cookie. */
export function keepInCookie(name: string, value: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${value}; path=/; max-age=${value ? yearSeconds : 0}; samesite=lax${secure}`
}
