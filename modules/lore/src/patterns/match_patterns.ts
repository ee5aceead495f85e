import { Tinypool } from 'tinypool'
import type { LoreSource } from '../domain/entry.ts'
import { activate } from '../engine/activate.ts'
import { toScannedTexts } from '../engine/find_keys.ts'
import { engineLimits } from '../engine/limits.ts'
import { contextOf, settingsOf } from '../engine/defaults.ts'
import { prepare } from '../engine/prepare.ts'
import type { Activation, ActivationResult, PatternHit } from '../engine/types.ts'
import { collectPatterns, mayHavePatterns, patternsMax } from './collect_patterns.ts'
import type { FoundPattern, PatternAnswer, PatternJob, PatternToMatch } from './pattern_job.ts'

/** The limit of CPU time for the patterns of one book. */
const bookDeadlineMs = 50
/** The deadline of a whole job, including the queue and the start of the process. */
const jobDeadlineMs = 10_000
const waitingMax = 64
/** An idle process is terminated after this time. */
const idleMs = 20_000

/** The file that the process runs: TypeScript or compiled JavaScript, like this file. */
const filename = new URL(`./pattern_process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href

/** Matches users' regular expressions in a separate process, one book at a time. The first job starts the process. */
export class PatternMatcher {
  #pool: Tinypool | null = null
  #pending = 0
  #idle: NodeJS.Timeout | undefined

  /** Never rejects. A failure is reported as too slow. */
  async match(job: PatternJob): Promise<PatternAnswer> {
    if (this.#pending >= waitingMax || job.deadlineMs <= 0) return { tooSlow: true }
    clearTimeout(this.#idle)
    this.#pending++
    try {
      return await (this.#pool ??= this.#open()).run(job, { signal: AbortSignal.timeout(jobDeadlineMs) })
    } catch {
      return { tooSlow: true }
    } finally {
      if (--this.#pending === 0) this.#idle = setTimeout(() => this.close(), idleMs).unref()
    }
  }

  close(pool = this.#pool) {
    clearTimeout(this.#idle)
    if (this.#pool === pool) this.#pool = null
    void pool?.destroy()
  }

  #open(): Tinypool {
    const loaders = process.execArgv.filter((argument) => argument.startsWith('--import'))
    const pool = new Tinypool({
      filename,
      runtime: 'child_process',
      minThreads: 1,
      maxThreads: 1,
      // Expressions that backtrack too much continue in linear time, unless they need backtracking.
      execArgv: [...loaders, '--max-old-space-size=128', '--enable-experimental-regexp-engine-on-excessive-backtracks'],
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
    })
    // The process failed to start. Destroying the pool fails the queued jobs.
    pool.on('error', () => this.close(pool))
    return pool
  }
}

interface MutableHit extends PatternHit {
  messages: number
  inNotes: boolean
  sources: Set<LoreSource>
  entries: Set<string>
}

/**
 * Runs `activate` for books that may have patterns. The patterns are matched first against the chat, and then against the texts of used
 * entries until no new text is read. A book whose patterns take more than 50 ms of CPU time in total is reported as too slow, and its
 * patterns match nothing.
 */
export const activateWithPatterns = async (
  matcher: Pick<PatternMatcher, 'match'>,
  activation: Activation
): Promise<ActivationResult> => {
  const { books, messages, fill = (text) => text } = activation
  const withPatterns = books.filter(({ entries }) => entries.some(mayHavePatterns))
  if (withPatterns.length === 0) return activate(activation)
  const [settings, context] = [settingsOf(activation), contextOf(activation)]
  const deepest =
    settings.activationsMin > 0 && settings.stepsMax === 0
      ? settings.activationsDepthMax || engineLimits.scanDepthMax
      : null
  const byBook = collectPatterns(prepare(withPatterns, { settings, context, fill }), deepest)
  if (byBook.size === 0) return activate(activation)

  const hits = new Map<string, MutableHit>()
  const slowBooks = new Set<string>()
  const leftMs = new Map<string, number>()
  const matchTexts = async (texts: Pick<PatternJob, 'messages' | 'sources' | 'notes' | 'entries'>) => {
    for (const [bookId, patterns] of byBook) {
      if (slowBooks.has(bookId)) continue
      const deadlineMs = leftMs.get(bookId) ?? bookDeadlineMs
      const answer = isTooMany(patterns) ? tooSlow : await matcher.match({ patterns, deadlineMs, ...texts })
      if ('tooSlow' in answer) slowBooks.add(bookId)
      else {
        leftMs.set(bookId, deadlineMs - answer.tookMs)
        for (const found of answer.found) addHit(hits, found)
      }
    }
  }

  const depth = [...byBook.values()].flat().reduce((most, { depths }) => Math.max(most, depths.at(-1)!), 0)
  await matchTexts({
    messages: toScannedTexts(messages, depth),
    sources: Object.entries(context.sources).filter(([, text]) => text) as [LoreSource, string][],
    notes: context.notes,
    entries: [],
  })
  const seen = new Set<string>()
  for (let round = 0; ; round++) {
    const result = activate({ ...activation, patterns: { hits, slowBooks } })
    const fresh = result.reread.filter(({ key }) => !seen.has(key))
    if (fresh.length === 0 || round >= engineLimits.passesMax) return result
    for (const { key } of fresh) seen.add(key)
    const entries = fresh.map(({ key, text }) => [key, text] as const)
    await matchTexts({ messages: [], sources: [], notes: [], entries })
  }
}

const tooSlow: PatternAnswer = { tooSlow: true }
const isTooMany = (patterns: readonly PatternToMatch[]) => patterns.length > patternsMax

const addHit = (hits: Map<string, MutableHit>, { id, messages, sources, inNotes, entries }: FoundPattern) => {
  const hit = hits.get(id) ?? { messages: Infinity, sources: new Set(), inNotes: false, entries: new Set() }
  hits.set(id, hit)
  hit.messages = Math.min(hit.messages, messages ?? Infinity)
  hit.inNotes ||= inNotes
  for (const source of sources) hit.sources.add(source)
  for (const key of entries) hit.entries.add(key)
}
