import { join } from 'node:path'
import { dataDir } from './env.ts'

/** Reading of files that people bring. */
export default {
  /** Files that are being received and read. */
  workFolder: join(dataDir, 'imports-under-way'),
  /** Limits of the process that reads chats. The time is for a batch of about a megabyte, or for parsing a whole JSON document. */
  chatReader: { timeoutMs: 20_000, memoryMb: 512 },
}
