import { storage } from '../../lib/storage.ts'

/** What people typed and did not send, and the pictures they had drawn. Not how they like the app to look. */
const wordKeys = /^facet:(draft|outbox|comment|character-draft|pictures):/
const ownerKey = 'facet:words-of'

/**
 * Whose words this browser keeps. Who signs out takes them along; who comes back after a session ended by itself finds them, and
 * nobody else does.
 */
export const ownWords = {
  /** Somebody is signed in: what another person left here goes. */
  belongTo(userId: string): void {
    const owner = storage.get(ownerKey)
    if (owner !== null && owner !== userId) ownWords.forget()
    storage.set(ownerKey, userId)
  },
  forget(): void {
    for (const kept of [() => window.localStorage, () => window.sessionStorage])
      try {
        const place = kept()
        for (const key of Object.keys(place)) if (wordKeys.test(key)) place.removeItem(key)
      } catch {
        // Forbidden: then nothing is kept there.
      }
    storage.remove(ownerKey)
  },
}
