/*
 * The whole of a process that reads pictures. It is started by picture_process.ts, knows nothing of the server, has none of
 * its environment, and may be ended at any moment.
 */
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { readingLimits } from '../domain/reading_limits.ts'
import type { ReadingAnswer, ReadingJob } from './job.ts'

const memory = () => process.memoryUsage.rss()
const say = (answer: ReadingAnswer, then = () => {}) => process.send?.(answer, undefined, undefined, then)

/** Replies come before pictures, and when memory runs out, this is what may go. */
const standBack = () => {
  setPriority(10)
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // not on this system
  }
}

/** Decoding happens in other threads, so this one can look on, and end them when they take too much. */
const watchMemory = () =>
  setInterval(() => {
    if (memory() < readingLimits.memoryBytesMax) return
    const end = () => process.kill(process.pid, 'SIGKILL')
    say({ kind: 'refused', refusal: { kind: 'too_heavy' }, memoryBytes: memory() }, end)
  }, 10)

const read = async (job: ReadingJob): Promise<ReadingAnswer> => {
  const watch = watchMemory()
  try {
    const { readPicture } = await import('./read_picture.ts')
    const read = await readPicture(job)
    return read.ok
      ? { kind: 'read', widths: read.value, memoryBytes: memory() }
      : { kind: 'refused', refusal: read.failure, memoryBytes: memory() }
  } catch (error) {
    return { kind: 'failed', message: String(error) }
  } finally {
    clearInterval(watch)
  }
}

// The server decides when this ends: a Ctrl-C at the terminal reaches both, and a server that is gone has hung up.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (job: ReadingJob) => say(await read(job)))
standBack()
say({ kind: 'ready' })
