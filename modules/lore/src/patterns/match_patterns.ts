import { inSlices } from '#modules/kernel/steps'
import { UserTurns } from '#modules/kernel/user_turns'
import { BackgroundPool, BackgroundProcess, scriptBeside } from '#modules/kernel/background/background_process'
import type { LoreSource } from '../domain/entry.ts'
import { PreparedActivation } from '../engine/activate.ts'
import { engineLimits } from '../engine/limits.ts'
import type { Activation, ActivationResult, PatternHit } from '../engine/types.ts'
import { collectPatterns, patternsMax } from './collect_patterns.ts'
import type { FoundPattern, PatternAnswer, PatternJob, PatternToMatch } from './pattern_job.ts'

/** The limits of CPU time for the patterns of one book, and of all books of a prompt. */
const bookDeadlineMs = 50
const promptDeadlineMs = 250
/** The deadline of a job, including the start of the process, and of its time in the queue. */
const jobDeadlineMs = 10_000
const queueTimeoutMs = 10_000
export const waitingMax = 64

const script = scriptBeside(import.meta.url, 'pattern_process')
/** Expressions that backtrack too much continue in linear time, unless they need backtracking. */
const flags = ['--enable-experimental-regexp-engine-on-excessive-backtracks']
const limits = { timeoutMs: jobDeadlineMs, memoryMb: 128 }

/**
 * Matches users' regular expressions in a separate process, one book at a time. Users take turns. The first job starts the process.
 */
export class PatternMatcher {
  readonly #turns = new UserTurns({ runningMax: 1, queueMax: waitingMax, queueTimeoutMs })
  readonly #processes = new BackgroundPool<PatternJob, PatternAnswer>(
    () => new BackgroundProcess(script, { ...limits, flags })
  )

  /** Never rejects. A failure is reported as too slow. */
  async match(job: PatternJob, userId: string): Promise<PatternAnswer> {
    if (job.deadlineMs <= 0) return tooSlow
    const match = () => this.#processes.run(job, AbortSignal.timeout(jobDeadlineMs)).catch(() => ({ results: [] }))
    const ended = await this.#turns.use(userId, match)
    return ended ? (ended.results[0] ?? tooSlow) : { unmatched: 'busy' }
  }

  close() {
    this.#processes.stop()
  }
}

interface MutableHit extends PatternHit {
  messages: number
  inNotes: boolean
  sources: Set<LoreSource>
  entries: Set<string>
}

/**
 * Runs `activate` in slices. Patterns are matched first against the chat, and then against the texts of used entries until no new text is
 * read. A book whose patterns take more than 50 ms of CPU time in total is reported as too slow, and its patterns match nothing.
 */
export const activateWithPatterns = async (
  matcher: Pick<PatternMatcher, 'match'>,
  activation: Activation,
  userId: string
): Promise<ActivationResult> => {
  const prepared = await inSlices(userId, PreparedActivation.prepare(activation))
  const { settings, context, texts } = prepared
  const deepest =
    settings.activationsMin > 0 && settings.stepsMax === 0
      ? settings.activationsDepthMax || engineLimits.scanDepthMax
      : null
  const byBook = collectPatterns(prepared.candidates, deepest)
  if (byBook.size === 0) return inSlices(userId, prepared.run())

  const hits = new Map<string, MutableHit>()
  const unmatched = new Map<string, 'too_slow' | 'busy'>()
  const leftMs = new Map<string, number>()
  let promptLeftMs = promptDeadlineMs
  const matchTexts = async (texts: Pick<PatternJob, 'messages' | 'sources' | 'notes' | 'entries'>) => {
    for (const [bookId, patterns] of byBook) {
      if (unmatched.has(bookId)) continue
      const deadlineMs = Math.min(leftMs.get(bookId) ?? bookDeadlineMs, promptLeftMs)
      const answer = isTooMany(patterns) ? tooSlow : await matcher.match({ patterns, deadlineMs, ...texts }, userId)
      if ('unmatched' in answer) {
        unmatched.set(bookId, answer.unmatched)
        if (answer.unmatched === 'too_slow') promptLeftMs -= deadlineMs
      } else {
        leftMs.set(bookId, deadlineMs - answer.tookMs)
        promptLeftMs -= answer.tookMs
        for (const found of answer.found) addHit(hits, found)
      }
    }
  }

  const depth = [...byBook.values()].flat().reduce((most, { depths }) => Math.max(most, depths.at(-1)!), 0)
  await matchTexts({
    messages: texts.slice(0, depth),
    sources: Object.entries(context.sources).filter(([, text]) => text) as [LoreSource, string][],
    notes: context.notes,
    entries: [],
  })
  const seen = new Set<string>()
  for (let round = 0; ; round++) {
    const result = await inSlices(userId, prepared.run({ hits, unmatched }))
    const fresh = result.reread.filter(({ key }) => !seen.has(key))
    if (fresh.length === 0 || round >= engineLimits.passesMax) return result
    for (const { key } of fresh) seen.add(key)
    const entries = fresh.map(({ key, text }) => [key, text] as const)
    await matchTexts({ messages: [], sources: [], notes: [], entries })
  }
}

const tooSlow: PatternAnswer = { unmatched: 'too_slow' }
const isTooMany = (patterns: readonly PatternToMatch[]) => patterns.length > patternsMax

const addHit = (hits: Map<string, MutableHit>, { id, messages, sources, inNotes, entries }: FoundPattern) => {
  const hit = hits.get(id) ?? { messages: Infinity, sources: new Set(), inNotes: false, entries: new Set() }
  hits.set(id, hit)
  hit.messages = Math.min(hit.messages, messages ?? Infinity)
  hit.inNotes ||= inNotes
  for (const source of sources) hit.sources.add(source)
  for (const key of entries) hit.entries.add(key)
}
