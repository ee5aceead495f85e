/*
 * Entry point of a child process that reads pictures. picture_process.ts starts it without the server's environment and may kill it at
 * any time.
 */
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { readingLimits } from '../domain/reading_limits.ts'
import type { ReadingAnswer, ReadingJob } from './job.ts'

const memory = () => process.memoryUsage.rss()
const send = (answer: ReadingAnswer, onSent = () => {}) => process.send?.(answer, undefined, undefined, onSent)

/** Replies have priority over pictures. If the system runs out of memory, it should kill this process first. */
const lowerPriority = () => {
  setPriority(10)
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Linux only.
  }
}

/** Decoding runs in other threads, so this timer can kill the process when it uses too much memory. */
const watchMemory = () =>
  setInterval(() => {
    if (memory() < readingLimits.memoryBytesMax) return
    const exit = () => process.kill(process.pid, 'SIGKILL')
    send({ kind: 'refused', refusal: { kind: 'too_heavy' }, memoryBytes: memory() }, exit)
  }, 10)

/** Before the process is ready, because it takes long. A failure is the answer to each job. */
const loading = import('./read_picture.ts')

const read = async (job: ReadingJob): Promise<ReadingAnswer> => {
  const watch = watchMemory()
  try {
    const { readPicture } = await loading
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

// Only the server ends this process. Ctrl-C reaches both processes, so it is ignored here. `disconnect` means the server is gone.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (job: ReadingJob) => send(await read(job)))
lowerPriority()
await loading.catch(() => {})
send({ kind: 'ready' })
