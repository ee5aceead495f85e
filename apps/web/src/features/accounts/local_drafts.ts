import { storage } from '#web/lib/storage'

/** Unsent texts and generated pictures. Preferences, such as the model, are not drafts. */
const draftKeys = /^facet:(draft|outbox|comment|character-draft|pictures):/
const ownerKey = 'facet:words-of'

/**
 * Drafts in the storage of this browser, scoped per user. They survive a session that expires. Signing out deletes them, and so does
 * another user's sign-in.
 */
export const localDrafts = {
  /** Assigns the drafts to a user, and deletes those of another user. */
  assignTo(userId: string): void {
    const owner = storage.get(ownerKey)
    if (owner !== null && owner !== userId) localDrafts.forget()
    storage.set(ownerKey, userId)
  },
  forget(): void {
    for (const openStorage of [() => window.localStorage, () => window.sessionStorage])
      try {
        const area = openStorage()
        for (const key of Object.keys(area)) if (draftKeys.test(key)) area.removeItem(key)
      } catch {
        // Storage is blocked, so it has no drafts.
      }
    storage.remove(ownerKey)
  },
}
