import { roll } from './chance.ts'
import { contextOf, settingsOf } from './defaults.ts'
import { KeyFinder, toScannedTexts, type Reach } from './find_keys.ts'
import { chooseFromGroups } from './groups.ts'
import type { Key } from './keys.ts'
import { engineLimits } from './limits.ts'
import { byPrompt, bySpending } from './order.ts'
import { placeOf } from './place.ts'
import { noKeys, prepare, type Candidate } from './prepare.ts'
import { scoreOf } from './score.ts'
import { spend, type Purse } from './spend.ts'
import { checkEffects, startEffects } from './timed_effects.ts'
import {
  noMatches,
  type Activation,
  type ActivationContext,
  type ActivationResult,
  type ActivationSettings,
  type LeaveReason,
  type LoreState,
  type UseReason,
} from './types.ts'

/** Kinds of passes: over the chat, over the texts of used entries, and over one more message. */
type Pass = 'chat' | 'reread' | 'deeper'

interface Used {
  candidate: Candidate
  because: UseReason
  content: string
  tokens: number
}

/**
 * Decides which entries of the books go into the prompt, and why. Pure: the same input gives the same result, in bounded time. Follows the
 * rules of SillyTavern, with the decorators of V3 cards. The caller matches regular expressions before (`patterns`).
 */
export const activate = (activation: Activation): ActivationResult => new ActivationRun(activation).run()

const noKeyFound: LeaveReason = { kind: 'no_key_found' }
const recursionOnly: LeaveReason = { kind: 'recursion_only' }
const tooSlow: LeaveReason = { kind: 'too_slow' }
const never: LeaveReason = { kind: 'never' }
const usedBefore: LeaveReason = { kind: 'used_before' }
const cooling: LeaveReason = { kind: 'cooldown' }
const notItsTurn: LeaveReason = { kind: 'turn' }
const otherGreeting: LeaveReason = { kind: 'greeting' }
const otherIcon: LeaveReason = { kind: 'user_icon' }

class ActivationRun {
  readonly #activation: Activation
  readonly #settings: ActivationSettings
  readonly #context: ActivationContext
  readonly #fill: (text: string) => string
  /** All entries, in the order of the books. */
  readonly #candidates: readonly Candidate[]
  /** All entries, in the order in which they spend the budget. */
  readonly #spenders: readonly Candidate[]
  /** The chat's timed effects, without ended ones. */
  readonly #state: LoreState
  readonly #finder: KeyFinder
  readonly #purse: Purse
  /** The number of messages read beyond the usual depth. */
  #deeper = 0
  readonly #messagesRead: number
  readonly #used: Used[] = []
  readonly #takenGroups = new Set<string>()
  readonly #contents = new Map<Candidate, { content: string; tokens: number }>()
  /** Levels of `delayUntilRecursion` that aren't reached yet. */
  readonly #levels: number[]
  #level: number

  constructor(activation: Activation) {
    const { books, messages, state, budget, fill = (text) => text, patterns = noMatches } = activation
    this.#activation = activation
    this.#settings = settingsOf(activation)
    this.#context = contextOf(activation)
    this.#fill = fill
    this.#candidates = prepare(books, { settings: this.#settings, context: this.#context, fill })
    this.#spenders = bySpending(this.#candidates, this.#settings.strategy)
    this.#state = checkEffects(this.#candidates, state, this.#context.chatLength)
    const texts = toScannedTexts(messages, this.#depthMax())
    this.#messagesRead = texts.length
    this.#finder = new KeyFinder(texts, this.#context, patterns)
    this.#purse = { tokens: Math.max(0, budget.tokens), spent: 0, isFull: false, spentByBook: new Map() }
    this.#levels = [...new Set(this.#candidates.map(({ entry }) => entry.delayUntilRecursion))]
      .filter((level) => level > 0)
      .sort((a, b) => a - b)
    this.#level = this.#levels.shift() ?? 0
  }

  run(): ActivationResult {
    let passes = 0
    for (let pass: Pass | null = 'chat', isNew = true; pass !== null;) {
      if (isNew) passes++
      const fresh = this.#admit(this.#find(pass), pass)
      const hasTexts = this.#reread(fresh)
      const next = this.#next(pass, hasTexts)
      pass = next?.pass ?? null
      isNew = next?.isNew ?? false
      if (isNew && passes >= this.#passesMax) pass = null
    }
    return this.#result()
  }

  get #passesMax(): number {
    const { stepsMax } = this.#settings
    return stepsMax > 0 ? Math.min(stepsMax, engineLimits.passesMax) : engineLimits.passesMax
  }

  /** Returns the largest number of messages that any entry may read. */
  #depthMax(): number {
    let depth = 0
    for (const { ownDepth, bookDepth } of this.#candidates) depth = Math.max(depth, ownDepth ?? bookDepth)
    const { stepsMax, activationsMin, activationsDepthMax } = this.#settings
    if (activationsMin > 0 && stepsMax === 0)
      depth = Math.max(depth, activationsDepthMax > 0 ? activationsDepthMax : engineLimits.scanDepthMax)
    return Math.min(depth, engineLimits.scanDepthMax)
  }

  /** Returns the next pass, or null at the end. `isNew`: the pass reads new texts or reaches a level, so it counts against the limit. */
  #next(pass: Pass, hasTexts: boolean): { pass: Pass; isNew: boolean } | null {
    const { isFull } = this.#purse
    if (hasTexts && !isFull) return { pass: 'reread', isNew: true }
    // An entry may need a key from the deeper message and another key from a text that was read before.
    if (pass === 'deeper' && this.#finder.reread.length > 0 && !isFull) return { pass: 'reread', isNew: false }
    if (!isFull && this.#mayReadDeeper()) {
      this.#deeper++
      return { pass: 'deeper', isNew: false }
    }
    const level = this.#levels.shift()
    if (level === undefined) return null
    this.#level = level
    return { pass: 'reread', isNew: true }
  }

  #mayReadDeeper(): boolean {
    const { scanDepth, stepsMax, activationsMin, activationsDepthMax } = this.#settings
    if (stepsMax > 0 || this.#used.length >= activationsMin) return false
    const depth = scanDepth + this.#deeper + 1
    return depth <= this.#messagesRead && (activationsDepthMax === 0 || depth <= activationsDepthMax)
  }

  /**
   * Returns the entries that this pass finds, in the order in which they spend the budget. Sticky entries come first, entries with
   * `ignoreOnMaxContext` last.
   */
  #find(pass: Pass): Map<Candidate, UseReason> {
    const found: [Candidate, UseReason][] = []
    for (const candidate of this.#spenders) {
      if (candidate.status !== 'open') continue
      const reason = this.#check(candidate, pass)
      if (reason !== null) found.push([candidate, reason])
    }
    const rankOf = (candidate: Candidate) => (candidate.isSticky ? 0 : candidate.decorators.ignoreOnMaxContext ? 2 : 1)
    return new Map(found.sort(([a], [b]) => rankOf(a) - rankOf(b)))
  }

  /** Returns why the entry is used. If it isn't used, returns null, and `candidate.left` has the reason. */
  #check(candidate: Candidate, pass: Pass): UseReason | null {
    const { entry, decorators, ruledOut, isSticky, isCooling, wasUsed } = candidate
    if (ruledOut) return leave(candidate, ruledOut)
    if (isCooling && !isSticky) return leave(candidate, cooling)
    if (!isSticky && !this.#isReached(candidate, pass))
      return entry.delayUntilRecursion > 0 ? leave(candidate, recursionOnly) : null
    if (decorators.activate) return { kind: 'activate' }
    if (wasUsed && decorators.keepAfterMatch) return { kind: 'kept' }
    if (decorators.dontActivate) return leave(candidate, never)
    if (wasUsed && decorators.dropAfterMatch) return leave(candidate, usedBefore)
    const other = this.#otherSituation(candidate)
    if (other) return leave(candidate, other)
    if (entry.constant) return { kind: 'constant' }
    return isSticky ? { kind: 'sticky' } : this.#lookForKeys(candidate, pass)
  }

  /** Whether the entry takes part in this kind of pass. */
  #isReached({ entry }: Candidate, pass: Pass): boolean {
    if (pass !== 'reread') return entry.delayUntilRecursion === 0
    return !entry.excludeRecursion && entry.delayUntilRecursion <= this.#level
  }

  #otherSituation({ decorators }: Candidate): LeaveReason | null {
    const { onlyAfter = 0, onlyEvery = 1, greeting, userIcon } = decorators
    const { answers } = this.#context
    if (answers < onlyAfter || answers % onlyEvery !== 0) return notItsTurn
    if (greeting !== undefined && greeting !== this.#context.greeting) return otherGreeting
    return userIcon !== undefined && userIcon !== this.#context.userIcon ? otherIcon : null
  }

  #reach({ ownDepth, bookDepth, isRecursive }: Candidate, pass: Pass): Reach {
    return { messages: ownDepth ?? bookDepth + this.#deeper, reread: isRecursive && pass !== 'deeper' }
  }

  #lookForKeys(candidate: Candidate, pass: Pass): UseReason | null {
    const { keys, secondary, additional, excluded } = candidate
    if (keys.length === 0) return leave(candidate, noKeys)
    const reach = this.#reach(candidate, pass)
    const has = (key: Key) => this.#finder.has(key, candidate, reach)
    const found = (key: Key) => {
      const inEntry = this.#finder.inEntry(key, candidate, reach)
      return { key: key.written, ...(inEntry !== undefined && { inEntry }) }
    }
    const first = keys.find(has)
    if (!first) return leave(candidate, this.#isTooSlow(candidate) ? tooSlow : noKeyFound)
    if (!decide(candidate, secondary, has) || (additional.length > 0 && !additional.some(has)))
      return leave(candidate, { kind: 'further_keys', ...found(first) })
    const unwanted = excluded.find(has)
    if (unwanted) return leave(candidate, { kind: 'excluded_key', ...found(unwanted) })
    return { kind: 'key', ...found(first) }
  }

  #isTooSlow({ book, keys }: Candidate): boolean {
    const slow = this.#activation.patterns?.slowBooks
    return slow !== undefined && slow.has(book.id) && keys.some(({ match }) => match === 'pattern')
  }

  /** Applies groups, chance and budgets. Returns the entries that this pass uses. */
  #admit(found: Map<Candidate, UseReason>, pass: Pass): Candidate[] {
    const { seed, budget } = this.#activation
    const chosen = chooseFromGroups([...found.keys()], {
      seed,
      scoreOf: (candidate) =>
        scoreOf(candidate, (key) => this.#finder.has(key, candidate, this.#reach(candidate, pass))),
      isScored: ({ entry }) => entry.groupScoring ?? this.#settings.groupScoring,
      taken: this.#takenGroups,
      onOut: (candidate, group) => (candidate.left = { kind: 'group', group }),
    })
    const lucky = chosen.filter((candidate) => this.#isLucky(candidate))
    const fitting = spend(lucky, this.#purse, {
      tokensOf: (candidate) => this.#contentOf(candidate, budget.countTokens).tokens,
      onOut: (candidate, kind) => {
        candidate.left = { kind, tokens: this.#contentOf(candidate, budget.countTokens).tokens }
        candidate.status = 'out'
      },
    })
    for (const candidate of fitting) {
      const because = found.get(candidate)!
      candidate.status = 'used'
      this.#used.push({ candidate, because, ...this.#contentOf(candidate, budget.countTokens) })
      for (const group of candidate.entry.groups) this.#takenGroups.add(group)
    }
    return fitting
  }

  #isLucky(candidate: Candidate): boolean {
    const { probability } = candidate.entry
    if (probability >= 100 || candidate.isSticky) return true
    if (roll(this.#activation.seed, candidate.key) <= probability) return true
    candidate.left = { kind: 'chance', probability }
    candidate.status = 'out'
    return false
  }

  #contentOf(candidate: Candidate, countTokens: (text: string) => number): { content: string; tokens: number } {
    const known = this.#contents.get(candidate)
    if (known) return known
    const content = this.#fill(candidate.text.replaceAll(hiddenKey, ''))
    const made = { content, tokens: content === '' ? 0 : countTokens(content) }
    this.#contents.set(candidate, made)
    return made
  }

  /** Adds the texts of new entries for the next pass. Returns whether there are any. */
  #reread(fresh: readonly Candidate[]): boolean {
    let hasTexts = false
    for (const { key, text, entry, isRecursive } of fresh) {
      if (!isRecursive || entry.preventRecursion) continue
      const read = this.#fill(text.replaceAll(hiddenKey, '$1'))
      if (read !== '') hasTexts = this.#finder.addReread(key, read) || hasTexts
    }
    return hasTexts
  }

  #result(): ActivationResult {
    const used = this.#used.toSorted((a, b) => byPrompt(a.candidate, b.candidate))
    const left = this.#candidates
      .filter(({ status }) => status !== 'used')
      .map(({ book, entry, left: because }) => ({ bookId: book.id, entryId: entry.id, because }))
    const candidates = used.map(({ candidate }) => candidate)
    return {
      used: used.map(({ candidate, because, content, tokens }) => ({
        bookId: candidate.book.id,
        entryId: candidate.entry.id,
        because,
        place: placeOf(candidate),
        order: candidate.entry.order,
        content,
        tokens,
      })),
      left,
      state: startEffects(candidates, this.#state, this.#context.chatLength),
      tokens: this.#purse.spent,
      reread: [...this.#finder.reread],
      // Other lorebooks can't drop the instructions of the character's creator.
      droppedPrompts: [
        ...new Set(
          candidates.flatMap(({ book, decorators }) => (book.origin === 'character' && decorators.dropsPrompt) || [])
        ),
      ],
    }
  }
}

const leave = (candidate: Candidate, reason: LeaveReason): null => {
  candidate.left = reason
  return null
}

/** A macro that is removed from the prompt, but searched for keys. */
const hiddenKey = /\{\{hidden_key:([^{}]*)\}\}/gi

/** Whether the further keys agree. True for an entry without further keys. */
const decide = ({ entry }: Candidate, secondary: readonly Key[], has: (key: Key) => boolean): boolean => {
  if (secondary.length === 0) return true
  switch (entry.logic) {
    case 'and_any':
      return secondary.some(has)
    case 'not_all':
      return !secondary.every(has)
    case 'not_any':
      return !secondary.some(has)
    case 'and_all':
      return secondary.every(has)
  }
}
