/*
 * The whole of a process that paints. It is started by painter_process.ts, knows nothing of the server, has none of its
 * environment, and may be ended at any moment.
 */
import { setPriority } from 'node:os'
import type { PaintingAnswer, PaintingJob } from './job.ts'

const paint = async (job: PaintingJob): Promise<PaintingAnswer> => {
  try {
    const { paintPicture } = await import('./paint_picture.ts')
    return { kind: 'painted', bytes: await paintPicture(job) }
  } catch (error) {
    // The name alone: a message may quote what was painted.
    return { kind: 'failed', message: error instanceof Error ? error.name : 'unknown' }
  }
}

// The server decides when this ends: a Ctrl-C at the terminal reaches both, and a server that is gone has hung up.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (job: PaintingJob) => process.send?.(await paint(job)))
// Replies come before pictures.
setPriority(10)
