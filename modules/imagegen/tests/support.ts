import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { Client, type Answer, type CallOptions } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer, startServer, type RunningServer } from '#tests/support/server'

const path = '/api/uploads/images'
const folders: string[] = []
process.once('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** The state of rows, stored files and temporary files. */
export interface PictureState {
  rows: number
  files: string[]
  temporaryFiles: string[]
}

export interface PictureServer {
  server: RunningServer
  /** The folder of the stored pictures. */
  folder: string
  pictureState(): Promise<PictureState>
  run: ReturnType<typeof asking>
}

/** Starts a server with its own data folder, which the test can inspect. */
export const openStage = async (env: Record<string, string> = {}): Promise<PictureServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-pictures-'))
  folders.push(folder)
  return stageOf(await startServer({ env: { DATA_DIR: folder, ...env } }))
}

const stageOf = (server: RunningServer): PictureServer => {
  const folder = server.dataDir
  const run = asking(server.databaseUrl)
  return {
    server,
    folder: join(folder, 'pictures'),
    run,
    pictureState: async () => ({
      rows: (await run('SELECT count(*)::int AS n FROM pictures'))[0].n,
      files: filesIn(join(folder, 'pictures')),
      temporaryFiles: filesIn(join(folder, 'pictures-under-way')),
    }),
  }
}

const filesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).sort() : []

/** Returns the server for all tests that don't disturb it. */
export const sharedStage = async (): Promise<PictureServer> => stageOf(await sharedServer())

export interface Part {
  name?: string
  fileName?: string | null
  type?: string
  bytes: string | Buffer
}

const boundary = 'parts-of-a-form'

/** Returns a multipart form as browsers send it. A part without `fileName` is a text. */
export const formOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name = 'file', fileName = 'picture.png', type = 'image/png', bytes }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
          (fileName === null ? '' : `; filename="${fileName}"\r\nContent-Type: ${type}`) +
          '\r\n\r\n'
      ),
      Buffer.from(bytes as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])

export const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` }

export const uploadParts = (client: Client, parts: readonly Part[], options: CallOptions = {}): Promise<Answer> =>
  client.call(path, {
    method: 'POST',
    rawBody: formOf(parts),
    ...options,
    headers: { ...formType, ...options.headers },
  })

export const upload = (client: Client, bytes: string | Buffer, part: Omit<Part, 'bytes'> = {}): Promise<Answer> =>
  uploadParts(client, [{ ...part, bytes }])

/** Fetches a picture's bytes and headers. */
export const fetchPicture = async (server: RunningServer, url: string) => {
  const response = await fetch(server.url + url)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Creates a single-color picture. The default color is random. */
export const plain = (width: number, height: number, background?: string): Sharp =>
  sharp({
    limitInputPixels: false,
    create: { width, height, channels: 3, background: background ?? `#${randomBytes(3).toString('hex')}` },
  })

/** Creates a picture with varied content. */
export const noisy = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 100 + Math.random() * 50, sigma: 20 },
    },
  })

/** Returns the color of a pixel in a picture of any format. */
export const pixelOf = async (picture: Buffer, left: number, top: number): Promise<number[]> => {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (top * info.width + left) * info.channels
  return [...data.subarray(at, at + info.channels)]
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** Returns a black PNG with one bit per pixel, so few bytes have huge dimensions. */
export const pngBomb = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 1 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** Returns an APNG whose only frame in the list of frames is the picture itself, played twice. */
export const animatedPng = (png: Buffer): Buffer => {
  const { width, height } = { width: png.subarray(16, 20), height: png.subarray(20, 24) }
  const control = Buffer.concat([Buffer.alloc(4), width, height, Buffer.alloc(8), Buffer.from([0, 1, 0, 10, 0, 0])])
  const end = 33
  const animated = chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 2]))
  return Buffer.concat([png.subarray(0, end), animated, chunk('fcTL', control), png.subarray(end)])
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Returns the ids of a server's child processes. Linux only. */
export const childrenOf = (pid: number): number[] => {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}
