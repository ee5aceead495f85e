import { backyardMacros } from './backyard_macros.ts'
import { bookOfLoreItems, type LoreItem } from './card_book.ts'
import { CardFields, type FieldPath, type NumberText } from './card_fields.ts'
import { cardLimits } from './card_limits.ts'
import type { CardBook } from './character_draft.ts'
import { isJsonObject, own } from './json_object.ts'
import { type ReadingNotes, shownPath } from './reading_notes.ts'

/** Reads the lore items of Backyard's card or archive, in their order, as a V3 lorebook. Returns null without items, and for too many. */
export const readBackyardLore = (parent: CardFields, notes: ReadingNotes, numberText?: NumberText): CardBook | null => {
  const items = parent.items('loreItems') ?? []
  if (items.length > cardLimits.loreItemsMax) {
    notes.refuse(`${parent.pathOf('loreItems')} has ${items.length} entries. At most 10,000 are allowed.`)
    return null
  }
  const read = items.flatMap((item, index): LoreItem[] => {
    const path: FieldPath = [...parent.path, 'loreItems', index]
    if (!isJsonObject(item)) {
      notes.warn(`${shownPath(path)} is no entry. It was left out.`)
      return []
    }
    const fields = new CardFields(item, path, notes, numberText)
    const order = Number(own(item, 'order') ?? index)
    return [
      {
        key: backyardMacros(fields.text('key', { max: cardLimits.loreTextMax })),
        value: backyardMacros(fields.text('value', { max: cardLimits.loreTextMax })),
        order: Number.isFinite(order) ? order : index,
      },
    ]
  })
  return bookOfLoreItems(read)
}
