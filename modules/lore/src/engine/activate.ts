import { finish, type Steps } from '#modules/kernel/steps'
import { roll } from './chance.ts'
import { contextOf, settingsOf } from './defaults.ts'
import { KeyFinder, outsideTexts, toScannedTexts, type OutsideTexts, type Reach } from './find_keys.ts'
import { chooseFromGroups } from './groups.ts'
import type { Key } from './keys.ts'
import { engineLimits } from './limits.ts'
import { byPrompt, bySpending } from './order.ts'
import { positionOf } from './prompt_position.ts'
import { noKeys, overLimit, prepare, reset, stepEntries, type Candidate } from './prepare.ts'
import { scoreOf } from './score.ts'
import { spend, type TokenBudget } from './spend.ts'
import { checkEffects, startEffects } from './timed_effects.ts'
import {
  noMatches,
  type Activation,
  type ActivationContext,
  type ActivationResult,
  type ActivationSettings,
  type LeaveReason,
  type LoreState,
  type PatternMatches,
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
export const activate = (activation: Activation): ActivationResult => finish(activationSteps(activation))

/** Does the same in steps of a few milliseconds. */
export function* activationSteps(activation: Activation): Steps<ActivationResult> {
  const prepared = yield* PreparedActivation.prepare(activation)
  return yield* prepared.run(activation.patterns)
}

type Filled = { content: string; tokens: number } | null

/** An activation whose keys are prepared. It runs once for each change of its patterns' matches, with one limit of work for all runs. */
export class PreparedActivation {
  readonly context: ActivationContext
  readonly settings: ActivationSettings
  readonly #contents = new Map<Candidate, Filled>()

  private constructor(
    readonly activation: Activation,
    /** All entries, in the order of the books. */
    readonly candidates: readonly Candidate[]
  ) {
    this.settings = settingsOf(activation)
    this.context = contextOf(activation)
    /** All entries, in the order in which they spend the budget. */
    this.byBudgetOrder = bySpending(candidates, this.settings.strategy)
    this.texts = toScannedTexts(activation.messages, this.#depthMax())
    this.outside = outsideTexts(this.texts, this.context)
  }

  readonly byBudgetOrder: readonly Candidate[]
  /** The messages that entries may read, newest first. */
  readonly texts: readonly string[]
  readonly outside: OutsideTexts

  static *prepare(activation: Activation): Steps<PreparedActivation> {
    const { books, fill = asWritten } = activation
    const preparation = { settings: settingsOf(activation), context: contextOf(activation), fill }
    return new PreparedActivation(activation, yield* prepare(books, preparation))
  }

  *run(patterns: PatternMatches = noMatches): Steps<ActivationResult> {
    for (const candidate of this.candidates) reset(candidate)
    const { activation, candidates, context } = this
    const state = yield* checkEffects(candidates, activation.state, context.chatLength)
    return yield* new ActivationRun(this, state, patterns).run()
  }

  /** Returns the filled text of an entry and its tokens. Null: there is no work left to read it. */
  contentOf(candidate: Candidate): Filled {
    const known = this.#contents.get(candidate)
    if (known !== undefined) return known
    const made = this.#fill(candidate, '')
    const { countTokens } = this.activation.budget
    const filled = made === null ? null : { content: made, tokens: made === '' ? 0 : countTokens(made) }
    this.#contents.set(candidate, filled)
    return filled
  }

  /** Returns the text in which others look for keys. Null: there is no work left to read it. */
  rereadOf(candidate: Candidate): string | null {
    const { text } = candidate
    return hiddenKey.test(text) ? this.#fill(candidate, '$1') : (this.contentOf(candidate)?.content ?? null)
  }

  #fill({ text, work }: Candidate, hidden: '' | '$1'): string | null {
    const { fill = asWritten } = this.activation
    work.beginEntry()
    return work.take('filled', text.length) ? fill(text.replaceAll(hiddenKeys, hidden)) : null
  }

  /** Returns the largest number of messages that any entry may read. */
  #depthMax(): number {
    let depth = 0
    for (const { ownDepth, bookDepth } of this.candidates) depth = Math.max(depth, ownDepth ?? bookDepth)
    const { stepsMax, activationsMin, activationsDepthMax } = this.settings
    if (activationsMin > 0 && stepsMax === 0)
      depth = Math.max(depth, activationsDepthMax > 0 ? activationsDepthMax : engineLimits.scanDepthMax)
    return Math.min(depth, engineLimits.scanDepthMax)
  }
}

const asWritten = (text: string) => text

const noKeyFound: LeaveReason = { kind: 'no_key_found' }
const recursionOnly: LeaveReason = { kind: 'recursion_only' }
const never: LeaveReason = { kind: 'never' }
const usedBefore: LeaveReason = { kind: 'used_before' }
const cooling: LeaveReason = { kind: 'cooldown' }
const notItsTurn: LeaveReason = { kind: 'turn' }
const otherGreeting: LeaveReason = { kind: 'greeting' }
const otherIcon: LeaveReason = { kind: 'user_icon' }

class ActivationRun {
  readonly #finder: KeyFinder
  readonly #budget: TokenBudget
  /** The number of messages read beyond the usual depth. */
  #deeper = 0
  readonly #used: Used[] = []
  readonly #takenGroups = new Set<string>()
  /** Levels of `delayUntilRecursion` that aren't reached yet. */
  readonly #levels: number[]
  #level: number

  /** `state`: the chat's timed effects, without ended ones. */
  constructor(
    private readonly prepared: PreparedActivation,
    private readonly state: LoreState,
    private readonly patterns: PatternMatches
  ) {
    const { activation, candidates, outside } = prepared
    this.#finder = new KeyFinder(outside, patterns)
    this.#budget = { tokens: Math.max(0, activation.budget.tokens), spent: 0, isFull: false, spentByBook: new Map() }
    this.#levels = [...new Set(candidates.map(({ entry }) => entry.delayUntilRecursion))]
      .filter((level) => level > 0)
      .sort((a, b) => a - b)
    this.#level = this.#levels.shift() ?? 0
  }

  *run(): Steps<ActivationResult> {
    let passes = 0
    for (let pass: Pass | null = 'chat', isNew = true; pass !== null;) {
      if (isNew) passes++
      const fresh = yield* this.#admit(yield* this.#find(pass), pass)
      const hasTexts = yield* this.#reread(fresh)
      const next = this.#next(pass, hasTexts)
      pass = next?.pass ?? null
      isNew = next?.isNew ?? false
      if (isNew && passes >= this.#passesMax) pass = null
    }
    return yield* this.#result()
  }

  get #passesMax(): number {
    const { stepsMax } = this.prepared.settings
    return stepsMax > 0 ? Math.min(stepsMax, engineLimits.passesMax) : engineLimits.passesMax
  }

  /** Returns the next pass, or null at the end. `isNew`: the pass reads new texts or reaches a level, so it counts against the limit. */
  #next(pass: Pass, hasTexts: boolean): { pass: Pass; isNew: boolean } | null {
    const { isFull } = this.#budget
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
    const { scanDepth, stepsMax, activationsMin, activationsDepthMax } = this.prepared.settings
    if (stepsMax > 0 || this.#used.length >= activationsMin) return false
    const depth = scanDepth + this.#deeper + 1
    return depth <= this.prepared.texts.length && (activationsDepthMax === 0 || depth <= activationsDepthMax)
  }

  /**
   * Returns the entries that this pass finds, in the order in which they spend the budget. Sticky entries come first, entries with
   * `ignoreOnMaxContext` last.
   */
  *#find(pass: Pass): Steps<Map<Candidate, UseReason>> {
    const found: [Candidate, UseReason][] = []
    let checked = 0
    for (const candidate of this.prepared.byBudgetOrder) {
      if (candidate.work.pauses() || ++checked % stepEntries === 0) yield
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
    const { answers } = this.prepared.context
    if (answers < onlyAfter || answers % onlyEvery !== 0) return notItsTurn
    if (greeting !== undefined && greeting !== this.prepared.context.greeting) return otherGreeting
    return userIcon !== undefined && userIcon !== this.prepared.context.userIcon ? otherIcon : null
  }

  #reach({ ownDepth, bookDepth, isRecursive }: Candidate, pass: Pass): Reach {
    return { messages: ownDepth ?? bookDepth + this.#deeper, reread: isRecursive && pass !== 'deeper' }
  }

  #lookForKeys(candidate: Candidate, pass: Pass): UseReason | null {
    const { keys, secondary, additional, excluded } = candidate
    if (keys.length === 0) return leave(candidate, noKeys)
    const { work } = candidate
    const { refusals } = work
    if (!work.take('looks', keys.length + secondary.length + additional.length + excluded.length))
      return leave(candidate, overLimit)
    const reach = this.#reach(candidate, pass)
    work.beginEntry()
    const has = (key: Key) => this.#finder.has(key, candidate, reach)
    const found = (key: Key) => {
      const inEntry = this.#finder.inEntry(key, candidate, reach)
      return { key: key.written, ...(inEntry !== undefined && { inEntry }) }
    }
    const first = keys.find(has)
    if (!first)
      return leave(candidate, this.#unmatched(candidate) ?? (work.refusals > refusals ? overLimit : noKeyFound))
    if (!decide(candidate, secondary, has) || (additional.length > 0 && !additional.some(has)))
      return leave(candidate, { kind: 'further_keys', ...found(first) })
    const unwanted = excluded.find(has)
    if (unwanted) return leave(candidate, { kind: 'excluded_key', ...found(unwanted) })
    return { kind: 'key', ...found(first) }
  }

  /** Returns the reason why the entry's patterns weren't matched, or null. */
  #unmatched({ book, keys }: Candidate): LeaveReason | null {
    const kind = this.patterns.unmatched.get(book.id)
    return kind !== undefined && keys.some(({ match }) => match === 'pattern') ? { kind } : null
  }

  /** Applies groups, chance and budgets. Returns the entries that this pass uses. */
  *#admit(found: Map<Candidate, UseReason>, pass: Pass): Steps<Candidate[]> {
    const { seed } = this.prepared.activation
    const chosen = yield* chooseFromGroups([...found.keys()], {
      seed,
      scoreOf: (candidate) => this.#scoreOf(candidate, pass),
      isScored: ({ entry }) => entry.groupScoring ?? this.prepared.settings.groupScoring,
      taken: this.#takenGroups,
      onOut: (candidate, group) => (candidate.left = { kind: 'group', group }),
    })
    const admitted = chosen.filter((candidate) => this.#isLucky(candidate))
    const fitting = yield* spend(admitted, this.#budget, {
      tokensOf: (candidate) => this.prepared.contentOf(candidate)?.tokens ?? null,
      onOut: (candidate, kind) => {
        const filled = this.prepared.contentOf(candidate)
        candidate.left = kind === 'over_limit' || !filled ? overLimit : { kind, tokens: filled.tokens }
        candidate.status = 'out'
      },
    })
    for (const candidate of fitting) {
      const because = found.get(candidate)!
      candidate.status = 'used'
      this.#used.push({ candidate, because, ...this.prepared.contentOf(candidate)! })
      for (const group of candidate.entry.groups) this.#takenGroups.add(group)
    }
    return fitting
  }

  #scoreOf(candidate: Candidate, pass: Pass): number {
    const { work, keys, secondary } = candidate
    const reach = this.#reach(candidate, pass)
    work.beginEntry()
    if (!work.take('looks', keys.length + secondary.length)) return 0
    return scoreOf(candidate, (key) => this.#finder.has(key, candidate, reach))
  }

  #isLucky(candidate: Candidate): boolean {
    const { probability } = candidate.entry
    if (probability >= 100 || candidate.isSticky) return true
    if (roll(this.prepared.activation.seed, candidate.key) <= probability) return true
    candidate.left = { kind: 'chance', probability }
    candidate.status = 'out'
    return false
  }

  /** Adds the texts of new entries for the next pass. Returns whether there are any. */
  *#reread(fresh: readonly Candidate[]): Steps<boolean> {
    let hasTexts = false
    for (const candidate of fresh) {
      yield
      if (!candidate.isRecursive || candidate.entry.preventRecursion) continue
      const read = this.prepared.rereadOf(candidate)
      if (read) hasTexts = this.#finder.addReread(candidate.key, read) || hasTexts
    }
    return hasTexts
  }

  *#result(): Steps<ActivationResult> {
    const used = this.#used.toSorted((a, b) => byPrompt(a.candidate, b.candidate))
    const left = this.prepared.candidates
      .filter(({ status }) => status !== 'used')
      .map(({ book, entry, left: because }) => ({ bookId: book.id, entryId: entry.id, because }))
    const candidates = used.map(({ candidate }) => candidate)
    return {
      used: used.map(({ candidate, because, content, tokens }) => ({
        bookId: candidate.book.id,
        entryId: candidate.entry.id,
        because,
        place: positionOf(candidate),
        order: candidate.entry.order,
        content,
        tokens,
      })),
      left,
      state: yield* startEffects(candidates, this.state, this.prepared.context.chatLength),
      tokens: this.#budget.spent,
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
const hiddenKey = /\{\{hidden_key:[^{}]*\}\}/i
const hiddenKeys = /\{\{hidden_key:([^{}]*)\}\}/gi

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
