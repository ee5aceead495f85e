import { scryptSync, type ScryptOptions } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** One key to derive. */
export interface HashingJob {
  password: string
  salt: Uint8Array
  keyLength: number
  options: ScryptOptions
}

/** `failure` is a message: scrypt refuses parameters that it can't run. */
export type HashingAnswer = { key: Uint8Array } | { failure: string }

const derive = ({ password, salt, keyLength, options }: HashingJob): HashingAnswer => {
  try {
    return { key: scryptSync(password, salt, keyLength, options) }
  } catch (error) {
    return { failure: String(error) }
  }
}

// The synchronous call runs in this worker. The asynchronous one would take a thread of libuv's pool, which reads all files.
parentPort!.on('message', (job: HashingJob) => parentPort!.postMessage(derive(job)))
