import { join } from 'node:path'
import env, { dataDir } from './env.ts'
import pictures from './pictures.ts'

/** Reading of files that people bring. */
export default {
  /** Files that are being received and read. */
  workFolder: join(dataDir, 'imports-under-way'),
  /** The files that characters came from, in a folder or in the bucket of the pictures. */
  originals: { folder: join(dataDir, 'cards'), s3: pictures.s3 },
  /** Uploads for imports by admins, until these end. In a folder or in the bucket of the pictures. */
  uploads: { folder: join(dataDir, 'card-imports'), s3: pictures.s3 },
  /** Of the original files and texts of each user. */
  storageBytesMax: env.get('CARD_STORAGE_MB') * 1_048_576,
  /** Limits of the process that reads chats. The time is for a batch of about a megabyte, or for parsing a whole JSON document. */
  chatReader: { timeoutMs: 20_000, memoryMb: 512 },
  /** Limits of the process that reads cards. The time is for one card: decompressing its pictures takes the most. */
  cardReader: { timeoutMs: 60_000, memoryMb: 512 },
}
