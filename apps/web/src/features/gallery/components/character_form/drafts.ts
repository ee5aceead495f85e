import { storage } from '../../../../lib/storage.ts'
import { changedValues, characterFields, type CharacterValues } from './character_values.ts'

/** Of one person: others who use the same browser don't see it. */
export const draftKey = (userId: string, characterId: string | null) =>
  `facet:character-draft:${userId}:${characterId ?? 'new'}`

/** What was changed and not saved: only that, so that it can be laid over what is stored by now. */
export function readDraft(key: string): Partial<CharacterValues> | null {
  try {
    const kept: unknown = JSON.parse(storage.get(key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? onlySound(kept as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Keeps what differs, or nothing when nothing does. Whether it is kept: storage may be full or forbidden. */
export function keepDraft(key: string, first: CharacterValues, values: CharacterValues): boolean {
  const changed = changedValues(first, values)
  if (Object.keys(changed).length === 0) {
    storage.remove(key)
    return true
  }
  const text = JSON.stringify(changed)
  storage.set(key, text)
  return storage.get(key) === text
}

export const dropDraft = (key: string): void => storage.remove(key)

/** An older version of this app, or somebody's hands, may have written it. */
function onlySound(kept: Record<string, unknown>): Partial<CharacterValues> | null {
  const sound = Object.fromEntries(
    characterFields
      .map((field) => [field, kept[field]] as const)
      .filter(([field, value]) => {
        if (field === 'tags') return Array.isArray(value) && value.every((tag) => typeof tag === 'string')
        return typeof value === (field === 'isPublic' || field === 'isNsfw' ? 'boolean' : 'string')
      })
  )
  return Object.keys(sound).length === 0 ? null : sound
}
