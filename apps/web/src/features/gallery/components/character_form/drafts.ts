import { isPictureFocus } from '#modules/gallery/api'
import { storage } from '#web/lib/storage'
import { changedValues, characterFields, type CharacterValues } from './character_values.ts'
import { isPartField, isPartValue, isTextList } from './part_values.ts'

/** Scoped per user: others in the same browser don't see the draft. */
export const draftKey = (userId: string, characterId: string | null) =>
  `facet:character-draft:${userId}:${characterId ?? 'new'}`

/** The unsaved changes only, to be applied to the values stored by now. */
export function loadDraft(key: string): Partial<CharacterValues> | null {
  try {
    const kept: unknown = JSON.parse(storage.get(key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? validFields(kept as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Saves the changed values, or removes the draft when there are none. False when storage is full or forbidden. */
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

/** Drops fields with a wrong type: another version may have written them. */
function validFields(kept: Record<string, unknown>): Partial<CharacterValues> | null {
  const valid = Object.fromEntries(
    characterFields
      .map((field) => [field, kept[field]] as const)
      .filter(([field, value]) => {
        if (isPartField(field)) return isPartValue(field, value)
        if (field === 'tags') return isTextList(value)
        if (field === 'avatarFocus') return value === null || isPictureFocus(value)
        return typeof value === (field === 'isPublic' || field === 'isNsfw' ? 'boolean' : 'string')
      })
  )
  return Object.keys(valid).length === 0 ? null : valid
}
