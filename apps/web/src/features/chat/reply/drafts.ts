import { storage } from '#web/lib/storage'

const keyOf = (characterId: string, sessionId: string) => `facet:draft:${characterId}:${sessionId}`

/** Unsent texts, per character and session. */
export const drafts = {
  get: (characterId: string, sessionId: string): string => storage.get(keyOf(characterId, sessionId)) ?? '',
  /** An empty text removes the draft. */
  set(characterId: string, sessionId: string, text: string): void {
    if (text === '') storage.remove(keyOf(characterId, sessionId))
    else storage.set(keyOf(characterId, sessionId), text)
  },
}
