import { hasMacros } from '#modules/kernel/macros'
import type { Steps } from '#modules/kernel/steps'
import type { EntryFields } from '../domain/entry.ts'
import { readDecorators, type Decorators } from './decorators.ts'
import { entryKey } from './entry_key.ts'
import { toKey, type Key, type KeyRules } from './keys.ts'
import { engineLimits } from './limits.ts'
import type { ActivationContext, ActivationSettings, LeaveReason, LoreBook, LoreEntry } from './types.ts'
import { Work } from './work.ts'

/** An entry, prepared for an activation. */
export interface Candidate {
  key: string
  book: LoreBook
  entry: LoreEntry
  /** The work that is left for the entries of this book and others. */
  work: Work
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
export const overLimit: LeaveReason = { kind: 'over_limit' }

/**
 * Prepares the candidates, in the order of the books. The user's own lorebooks and those of the character have separate limits, so that
 * the texts of one side don't affect what happens to the other.
 */
export function* prepare(books: readonly LoreBook[], preparation: Preparation): Steps<Candidate[]> {
  const { settings, context } = preparation
  const works = { own: new Work(), character: new Work() }
  const names = setOf(context.names)
  const tags = setOf(context.tags)
  const candidates: Candidate[] = []
  for (const book of books) {
    const bookDepth = clampDepth(book.scanDepth ?? settings.scanDepth)
    const isRecursive = book.recursive ?? settings.recursive
    const work = book.origin === 'character' ? works.character : works.own
    for (const entry of book.entries) {
      if (work.pauses() || candidates.length % stepEntries === 0) yield
      work.beginEntry()
      const { decorators, text } = decoratorsOf(entry)
      const ownDepth = decorators.scanDepth ?? entry.scanDepth
      const { refusals } = work
      const ruledOut = ruleOut(entry, { chatLength: context.chatLength, names, tags, work })
      const [keys = none, secondary = none, additional = none, excluded = none] = ruledOut
        ? []
        : keysOf(entry, decorators, preparation, work)
      candidates.push({
        key: entryKey(book.id, entry.id),
        book,
        entry,
        work,
        index: candidates.length,
        decorators,
        text,
        keys,
        secondary,
        additional,
        excluded,
        ownDepth: ownDepth === null ? null : clampDepth(ownDepth),
        bookDepth,
        isRecursive,
        ruledOut: work.refusals > refusals ? overLimit : ruledOut,
        ...untouched,
      })
    }
  }
  return candidates
}

/** The number of entries without much work in one step. */
export const stepEntries = 64

/** The state of a candidate before a run. */
const untouched: Pick<Candidate, 'status' | 'isSticky' | 'isCooling' | 'wasUsed' | 'left'> = {
  status: 'open',
  isSticky: false,
  isCooling: false,
  wasUsed: false,
  left: noKeys,
}

/** Resets a candidate for another run with the same keys. */
export const reset = (candidate: Candidate) => Object.assign(candidate, untouched)

/** The decorators of entries that begin with some. Entries stay the same between replies, because they are cached. */
const knownDecorators = new WeakMap<LoreEntry, ReturnType<typeof readDecorators>>()

const decoratorsOf = (entry: LoreEntry): ReturnType<typeof readDecorators> => {
  if (!entry.content.startsWith('@@')) return readDecorators(entry.content)
  const read = knownDecorators.get(entry) ?? readDecorators(entry.content)
  knownDecorators.set(entry, read)
  return read
}

const none: readonly never[] = []

/** Returns the keys, the further keys, and the additional and excluded keys of decorators. */
const keysOf = (
  { keys, selective, secondaryKeys, caseSensitive, wholeWords, useRegex }: EntryFields,
  { additionalKeys, excludeKeys }: Decorators,
  { settings, fill }: Preparation,
  work: Work
): (readonly Key[])[] => {
  const rules = {
    caseSensitive: caseSensitive ?? settings.caseSensitive,
    wholeWords: wholeWords ?? settings.wholeWords,
    useRegex,
  }
  const variant = Number(rules.caseSensitive) + 2 * Number(rules.wholeWords) + 4 * Number(useRegex)
  const prepared: (readonly Key[])[] = []
  for (const written of [keys, selective ? secondaryKeys : none, additionalKeys ?? none, excludeKeys ?? none]) {
    const isRead = written.length > 0 && work.take('keys', written.length)
    const known = isRead ? preparedKeys.get(written) : noPreparedKeys
    if (known?.variant === variant || known === noPreparedKeys) prepared.push(known.keys)
    else prepared.push(prepareKeys(written, { rules, variant, fill, work }))
  }
  return prepared
}

const noPreparedKeys = { variant: 0, keys: none }

interface KeyContext {
  rules: KeyRules
  variant: number
  fill: Preparation['fill']
  work: Work
}

const prepareKeys = (written: readonly string[], { rules, variant, fill, work }: KeyContext): readonly Key[] => {
  const keys: Key[] = []
  let hasMacro = false
  for (const one of written) {
    const isFilled = hasMacros(one)
    hasMacro ||= isFilled
    if (isFilled && !work.take('filled', one.length)) return none
    const key = toKey(isFilled ? fill(one) : one, rules)
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

interface Situation {
  chatLength: number
  names: ReadonlySet<string>
  tags: ReadonlySet<string>
  work: Work
}

/** Applies the checks that need neither keys nor timed effects. Returns the reason why the entry is out, or null. */
const ruleOut = (entry: EntryFields, situation: Situation): LeaveReason | null => {
  if (!entry.enabled) return disabled
  if (entry.position === 'outlet') return notSupported
  if (entry.characterFilter && !fits(entry.characterFilter, situation)) return otherCharacter
  return situation.chatLength < entry.delay ? tooEarly : null
}

const fits = ({ exclude, names, tags }: NonNullable<EntryFields['characterFilter']>, given: Situation): boolean => {
  if (!given.work.take('keys', names.length + tags.length)) return false
  const allows = (wanted: readonly string[], given: ReadonlySet<string>) =>
    wanted.length === 0 || wanted.some((one) => given.has(normal(one))) !== exclude
  return allows(names, given.names) && allows(tags, given.tags)
}

const normal = (text: string) => text.trim().toLowerCase()
const setOf = (texts: readonly string[]) => new Set(texts.map(normal))
