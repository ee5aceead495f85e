import { scryptSync, type ScryptOptions } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

export interface HashingJob {
  password: string
  salt: Uint8Array
  keyLength: number
  options: ScryptOptions
}

/** `failure` is the error message, for example for parameters that scrypt rejects. */
export type HashingAnswer = { key: Uint8Array } | { failure: string }

const derive = ({ password, salt, keyLength, options }: HashingJob): HashingAnswer => {
  try {
    return { key: scryptSync(password, salt, keyLength, options) }
  } catch (error) {
    return { failure: String(error) }
  }
}

// Synchronous on purpose: the asynchronous version would occupy libuv's thread pool, which serves file reads.
parentPort!.on('message', (job: HashingJob) => parentPort!.postMessage(derive(job)))
