import { entryRoles, splitDecorators, type EntryFields, type EntryPosition } from '#modules/lore/index'

type Translation = (value: string, entry: EntryFields) => Partial<EntryFields> | null

const wholeNumber = (value: string, max = 100_000) => (/^\d{1,9}$/.test(value) ? Math.min(Number(value), max) : null)

const number =
  (toFields: (number: number) => Partial<EntryFields>, max?: number): Translation =>
  (value) => {
    const read = wholeNumber(value, max)
    return read === null ? null : toFields(read)
  }

const flag =
  (fields: Partial<EntryFields>): Translation =>
  () =>
    fields

/** Writes keys of a decorator as further keys. An entry that is always on, or has further keys of its own, has no place for them. */
const furtherKeys =
  (logic: EntryFields['logic']): Translation =>
  (value, { constant, selective, secondaryKeys }) => {
    const keys = value.split(',').flatMap((key) => key.trim() || [])
    const isFree = !constant && (!selective || secondaryKeys.length === 0)
    return isFree && keys.length > 0 ? { secondaryKeys: keys, selective: true, logic } : null
  }

const positions: Record<string, EntryPosition> = { before_desc: 'before_char', after_desc: 'after_char' }

/** The decorators of V3 and RisuAI for which SillyTavern has a field. It reads `@@activate` and `@@dont_activate` itself. */
const translations: Record<string, Translation> = {
  depth: number((depth) => ({ position: 'at_depth', depth })),
  role: (value) => {
    const role = entryRoles.find((one) => one === value)
    return role ? { role } : null
  },
  scan_depth: number((scanDepth) => ({ scanDepth })),
  position: (value) => (Object.hasOwn(positions, value) ? { position: positions[value]! } : null),
  additional_keys: furtherKeys('and_any'),
  exclude_keys: furtherKeys('not_any'),
  probability: number((probability) => ({ probability }), 100),
  match_full_word: flag({ wholeWords: true }),
  match_partial_word: flag({ wholeWords: false }),
  recursive: flag({ preventRecursion: false }),
  unrecursive: flag({ preventRecursion: true }),
  no_recursive_search: flag({ excludeRecursion: true }),
}

/**
 * Moves decorators into the fields that SillyTavern has for them, because it would send them to the model as text. Decorators without a
 * field stay. A decorator with fallbacks stays unless its first line has a field.
 */
export const withTavernFields = (entry: EntryFields): EntryFields => {
  if (!entry.content.startsWith('@@')) return entry
  const { lines, text } = splitDecorators(entry.content)
  const seen = new Set<string>()
  const moved = new Map<string, Partial<EntryFields>>()
  let kept = ''
  let isChainMoved = false
  let fields = entry
  for (const { name, value, isFallback, written } of lines) {
    if (isFallback && isChainMoved) continue
    // Only the first decorator with a name counts.
    const isRepeated = moved.has(name)
    const given =
      isFallback || seen.has(name) || !Object.hasOwn(translations, name) ? null : translations[name]!(value, fields)
    isChainMoved = given !== null || (isRepeated && !isFallback)
    seen.add(name)
    if (given) {
      moved.set(name, given)
      fields = { ...fields, ...given }
    }
    if (!isChainMoved) kept += written
  }
  // A position takes precedence over a depth, wherever it stands.
  return { ...fields, ...moved.get('position'), content: kept + text }
}
