import vm from 'node:vm'
import type { FoundPattern, PatternAnswer, PatternJob, PatternToMatch } from './pattern_job.ts'

/** Marks the start of each message, so that a pattern can anchor to it, as in SillyTavern. */
const startOfMessage = '\u0001'

/**
 * Matches the patterns of a book, or gives up when their CPU time is used up. Blocks its thread, because a runaway expression stops only
 * when the script that runs it is terminated. Node's timeout measures elapsed time, so on a busy machine the script runs again with the
 * remaining CPU time.
 */
export const runPatterns = (job: PatternJob): PatternAnswer => {
  const usage = process.cpuUsage()
  const usedMs = () => {
    const { user, system } = process.cpuUsage(usage)
    return (user + system) / 1000
  }
  let found: FoundPattern[] = []
  const context = vm.createContext({ run: () => (found = matchAll(job)) })
  const script = new vm.Script('run()')
  for (let tookMs = 0; tookMs < job.deadlineMs; tookMs = usedMs())
    try {
      script.runInContext(context, { timeout: Math.max(1, Math.ceil(job.deadlineMs - tookMs)) })
      return { found, tookMs: usedMs() }
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    }
  return { unmatched: 'too_slow' }
}

const matchAll = ({ patterns, messages, sources, notes, entries }: PatternJob): FoundPattern[] => {
  const joined = new Map<number, JoinedMessages>()
  const join = (depth: number): JoinedMessages => {
    const known = joined.get(depth) ?? joinMessages(messages.slice(0, depth))
    joined.set(depth, known)
    return known
  }
  const notesText = notes.map((note) => startOfMessage + note)
  const results: FoundPattern[] = []
  for (const { id, source, flags, depths } of patterns) {
    const has = (text: string) => new RegExp(source, flags).test(startOfMessage + text)
    const result: FoundPattern = {
      id,
      messages: newestWith({ source, flags }, depths.map(join)),
      sources: sources.filter(([, text]) => has(text)).map(([name]) => name),
      inNotes: notesText.some(has),
      entries: entries.filter(([, text]) => has(text)).map(([key]) => key),
    }
    if (result.messages !== null || result.inNotes || result.sources.length > 0 || result.entries.length > 0)
      results.push(result)
  }
  return results
}

interface JoinedMessages {
  text: string
  /** The index in `text` at which each message ends. */
  ends: number[]
}

const joinMessages = (messages: readonly string[]): JoinedMessages => {
  const ends: number[] = []
  let text = ''
  for (const message of messages) {
    text += `${text === '' ? '' : '\n'}${startOfMessage}${message}`
    ends.push(text.length)
  }
  return { text, ends }
}

/** Returns the smallest number of newest messages that contain a match, or null. The end of the first match determines it. */
const newestWith = (
  { source, flags }: Pick<PatternToMatch, 'source' | 'flags'>,
  texts: readonly JoinedMessages[]
): number | null => {
  let least: number | null = null
  for (const { text, ends } of texts) {
    const match = ends.length === 0 ? null : new RegExp(source, flags).exec(text)
    if (!match) continue
    const end = match.index + match[0].length
    const messages = ends.findIndex((at) => end <= at) + 1
    least = Math.min(least ?? Infinity, messages)
  }
  return least
}
