import { join } from 'node:path'
import { dataDir } from './env.ts'
import pictures from './pictures.ts'

/** Settings for reading the files that users import. */
export default {
  /** The folder of files that are being received and read. */
  workFolder: join(dataDir, 'imports-under-way'),
  /** The files that characters were imported from, in a folder or in the bucket of the pictures. */
  originals: { folder: join(dataDir, 'cards'), s3: pictures.s3 },
  /** The files that admins upload for imports, in a folder or in the bucket of the pictures. Kept until the import ends. */
  uploads: { folder: join(dataDir, 'card-imports'), s3: pictures.s3 },
  /** Limits of the process that reads chats. The time is for a batch of about a megabyte, or for parsing a whole JSON document. */
  chatReader: { timeoutMs: 20_000, memoryMb: 512 },
  /** Limits of the process that reads cards. The time is for one card. Most of it is for decompressing pictures. */
  cardReader: { timeoutMs: 60_000, memoryMb: 512 },
}
