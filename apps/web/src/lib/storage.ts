/** Local storage that may be full, forbidden or absent: then nothing is kept, and nothing breaks. */
export const storage = {
  get(key: string): string | null {
    try {
      return window.localStorage.getItem(key)
    } catch {
      return null
    }
  },
  set(key: string, value: string): void {
    try {
      window.localStorage.setItem(key, value)
    } catch {
      // Full or forbidden: what would have been remembered is a convenience.
    }
  },
  remove(key: string): void {
    try {
      window.localStorage.removeItem(key)
    } catch {
      // As above.
    }
  },
}
