import { storage } from '#web/lib/storage'
import { changedValues, characterFields, isValueOf, type CharacterValues } from './character_values.ts'

/** Returns the storage key of a draft. It is scoped per user, so that other users of the browser don't see the draft. */
export const draftKey = (userId: string, characterId: string | null) =>
  `facet:character-draft:${userId}:${characterId ?? 'new'}`

/** Loads only the unsaved changes. The caller applies them to the currently stored values. */
export function loadDraft(key: string): Partial<CharacterValues> | null {
  const kept = storage.getJson(key)
  return typeof kept === 'object' && kept !== null ? validFields(kept as Record<string, unknown>) : null
}

/** Saves the changed values, or removes the draft when there are none. Returns false when storage is full or blocked. */
export function saveDraft(key: string, first: CharacterValues, values: CharacterValues): boolean {
  const changed = changedValues(first, values)
  if (Object.keys(changed).length === 0) {
    storage.remove(key)
    return true
  }
  const text = JSON.stringify(changed)
  storage.set(key, text)
  return storage.get(key) === text
}

export const removeDraft = (key: string): void => storage.remove(key)

/** Drops fields of a wrong type, which another version of the app may have written. Returns null if none are left. */
function validFields(kept: Record<string, unknown>): Partial<CharacterValues> | null {
  const valid = characterFields.filter((field) => isValueOf(field, kept[field]))
  return valid.length === 0 ? null : Object.fromEntries(valid.map((field) => [field, kept[field]]))
}
