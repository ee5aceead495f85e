import type { EntryFields } from '../domain/entry.ts'
import { readDecorators, type Decorators } from './decorators.ts'
import { entryKey } from './entry_key.ts'
import { toKey, type Key } from './keys.ts'
import { engineLimits } from './limits.ts'
import type { ActivationContext, ActivationSettings, LeaveReason, LoreBook, LoreEntry } from './types.ts'

/** An entry, prepared for an activation. */
export interface Candidate {
  key: string
  book: LoreBook
  entry: LoreEntry
  /** The index in the list of all entries, which breaks ties. */
  index: number
  decorators: Decorators
  /** The content without decorators. Macros are not filled. */
  text: string
  keys: readonly Key[]
  /** The entry's further keys, followed by the additional and excluded keys of its decorators. */
  secondary: readonly Key[]
  additional: readonly Key[]
  excluded: readonly Key[]
  /** The number of messages that the entry reads by its own settings, or null. */
  ownDepth: number | null
  bookDepth: number
  /** Whether the book's entries activate one another. */
  isRecursive: boolean
  /** The reason why the entry is out for the whole activation, or null. */
  ruledOut: LeaveReason | null
  /** `out`: chance or a budget excluded the entry from this reply. */
  status: 'open' | 'used' | 'out'
  /** Effects of earlier messages. */
  isSticky: boolean
  isCooling: boolean
  wasUsed: boolean
  /** The reason why the entry isn't used, from the last pass that checked it. */
  left: LeaveReason
}

export interface Preparation {
  settings: ActivationSettings
  context: ActivationContext
  fill: (text: string) => string
}

const disabled: LeaveReason = { kind: 'disabled' }
const notSupported: LeaveReason = { kind: 'not_supported' }
const otherCharacter: LeaveReason = { kind: 'character' }
const tooEarly: LeaveReason = { kind: 'delay' }
export const noKeys: LeaveReason = { kind: 'no_keys' }

/** Returns the candidates in the order of the books. */
export const prepare = (books: readonly LoreBook[], preparation: Preparation): Candidate[] => {
  const { settings, context } = preparation
  const candidates: Candidate[] = []
  for (const book of books) {
    const bookDepth = clampDepth(book.scanDepth ?? settings.scanDepth)
    const isRecursive = book.recursive ?? settings.recursive
    for (const entry of book.entries) {
      const { decorators, text } = readDecorators(entry.content)
      const ownDepth = decorators.scanDepth ?? entry.scanDepth
      const toKeys = (written: readonly string[]) => prepareKeys(written, entry, preparation)
      candidates.push({
        key: entryKey(book.id, entry.id),
        book,
        entry,
        index: candidates.length,
        decorators,
        text,
        keys: toKeys(entry.keys),
        secondary: entry.selective ? toKeys(entry.secondaryKeys) : none,
        additional: toKeys(decorators.additionalKeys ?? none),
        excluded: toKeys(decorators.excludeKeys ?? none),
        ownDepth: ownDepth === null ? null : clampDepth(ownDepth),
        bookDepth,
        isRecursive,
        ruledOut: ruleOut(entry, context),
        status: 'open',
        isSticky: false,
        isCooling: false,
        wasUsed: false,
        left: noKeys,
      })
    }
  }
  return candidates
}

const none: readonly never[] = []

const prepareKeys = (
  written: readonly string[],
  { caseSensitive, wholeWords, useRegex }: EntryFields,
  { settings, fill }: Preparation
): readonly Key[] => {
  if (written.length === 0) return none
  const rules = {
    caseSensitive: caseSensitive ?? settings.caseSensitive,
    wholeWords: wholeWords ?? settings.wholeWords,
    useRegex,
  }
  const variant = Number(rules.caseSensitive) + 2 * Number(rules.wholeWords) + 4 * Number(useRegex)
  const known = preparedKeys.get(written)
  if (known?.variant === variant) return known.keys
  const keys: Key[] = []
  let hasMacro = false
  for (const one of written) {
    const mayHaveMacro = one.includes('{') || one.includes('<')
    hasMacro ||= mayHaveMacro
    const key = toKey(mayHaveMacro ? fill(one) : one, rules)
    if (key) keys.push(key)
  }
  if (!hasMacro) preparedKeys.set(written, { variant, keys })
  return keys
}

/**
 * The prepared keys of entries without macros in their keys, which most entries are. Entries stay the same between replies, because they
 * are cached.
 */
const preparedKeys = new WeakMap<readonly string[], { variant: number; keys: readonly Key[] }>()

const clampDepth = (depth: number): number => Math.min(Math.max(0, Math.trunc(depth)), engineLimits.scanDepthMax)

/** Applies the checks that need neither keys nor timed effects. Returns the reason why the entry is out, or null. */
const ruleOut = (entry: EntryFields, context: ActivationContext): LeaveReason | null => {
  if (!entry.enabled) return disabled
  if (entry.position === 'outlet') return notSupported
  if (entry.characterFilter && !fits(entry.characterFilter, context)) return otherCharacter
  return context.chatLength < entry.delay ? tooEarly : null
}

const fits = (
  { exclude, names, tags }: NonNullable<EntryFields['characterFilter']>,
  context: ActivationContext
): boolean => {
  const allows = (wanted: readonly string[], given: readonly string[]) =>
    wanted.length === 0 || wanted.some((one) => given.some((other) => isSame(one, other))) !== exclude
  return allows(names, context.names) && allows(tags, context.tags)
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
