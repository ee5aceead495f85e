import { withinCpuTime } from '#modules/kernel/background/within_cpu_time'
import type { FoundPattern, PatternAnswer, PatternJob, PatternToMatch } from './pattern_job.ts'

/** Marks the start of each message, so that a pattern can anchor to it, as in SillyTavern. */
const startOfMessage = '\u0001'

/** Matches the patterns of a book, or gives up when their CPU time is used up. Blocks its thread. */
export const runPatterns = (job: PatternJob): PatternAnswer => {
  const done = withinCpuTime(() => matchAll(job), job.deadlineMs)
  return done ? { found: done.value, tookMs: done.tookMs } : { unmatched: 'too_slow' }
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
