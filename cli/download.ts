import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A failure with a message for the user. The received part is kept, unless its hash is wrong. */
export class DownloadFailed extends Error {}

export interface Download {
  url: string
  /** The expected hash, in lower-case hexadecimal. */
  sha256: string
  /** The path of the verified file. Until then, `PATH.HASH.part` contains the received part. */
  path: string
  /** `totalBytes` is null if the server doesn't state the size. */
  onProgress?: (receivedBytes: number, totalBytes: number | null) => void
  /** A connection is aborted after this time without data. */
  silenceMs?: number
  /** The delay before the next attempt. */
  retryMs?: number
}

/** The maximum number of consecutive attempts that received nothing. */
const attemptsMax = 5

/** Downloads a file of any size. Resumes an interrupted download, also in a later run. Throws `DownloadFailed`. */
export const download = async ({ silenceMs = 30_000, retryMs = 1_000, ...file }: Download): Promise<void> => {
  const part = `${file.path}.${file.sha256}.part`
  for (let failures = 0; ;) {
    const before = sizeOf(part)
    try {
      await receive(file, part, silenceMs)
      break
    } catch (error) {
      if (error instanceof DownloadFailed || isFull(error)) throw error
      failures = sizeOf(part) > before ? 0 : failures + 1
      if (failures >= attemptsMax)
        throw new DownloadFailed(`The connection broke off too often. Run the command again to resume.`)
      await sleep(retryMs)
    }
  }
  if ((await sha256Of(part)) !== file.sha256) {
    rmSync(part)
    throw new DownloadFailed(
      'The downloaded file has another SHA-256, so it was removed. Check the address and the hash.'
    )
  }
  renameSync(part, file.path)
}

export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

const receive = async ({ url, onProgress }: Download, part: string, silenceMs: number): Promise<void> => {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const start = sizeOf(part)
    const headers = start > 0 ? { range: `bytes=${start}-` } : {}
    const response = await fetch(url, { headers, signal: silence.signal })
    // An earlier attempt has already received the whole file.
    if (response.status === 416 && start > 0) return void (await response.body?.cancel())
    if (response.status >= 500 || response.status === 429) throw new Error('busy')
    if (!response.ok || !response.body)
      throw new DownloadFailed(`The server answered ${response.status}. Check the address.`)
    // A server that ignores the range sends the whole file.
    const isResumed = response.status === 206
    let received = isResumed ? start : 0
    const length = response.headers.get('content-length')
    const totalBytes = length === null ? null : received + Number(length)
    if (totalBytes !== null) refuseFullDisk(part, totalBytes - received)
    const body = Readable.fromWeb(response.body)
    body.on('data', (chunk: Buffer) => {
      timer.refresh()
      onProgress?.((received += chunk.length), totalBytes)
    })
    await pipeline(body, createWriteStream(part, { flags: isResumed ? 'a' : 'w', mode: 0o600 }))
  } finally {
    clearTimeout(timer)
  }
}

const refuseFullDisk = (part: string, neededBytes: number) => {
  const { bavail, bsize } = statfsSync(dirname(part))
  if (neededBytes > bavail * bsize)
    throw new DownloadFailed(`The file needs ${sizeText(neededBytes)}, but only ${sizeText(bavail * bsize)} are free.`)
}

export const sizeText = (bytes: number) =>
  bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
