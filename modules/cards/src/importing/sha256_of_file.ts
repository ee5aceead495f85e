import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Returns the hash in hex. */
export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
