import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import type { HttpContext } from '@adonisjs/core/http'

interface CachedFile {
  etag: string
  plain: Buffer
  /** The versions that the build compressed, or null if it didn't compress the file. */
  br: Buffer | null
  gzip: Buffer | null
}

const cachedTypes = /\.(js|css|svg|woff2|webmanifest)$/

/** The scripts, styles and fonts of the built web app. They are read once at the start, because libuv's file threads may be busy later. */
export class FilesInMemory {
  readonly #files: ReadonlyMap<string, CachedFile>

  constructor(folder: string) {
    this.#files = new Map(namesIn(folder).map((name) => [`/${name}`, read(join(folder, name))]))
  }

  /** Answers a GET or HEAD. Returns false for an unknown file. */
  answer({ request, response }: HttpContext, path: string): boolean {
    const file = this.#files.get(path)
    if (!file) return false
    const accepted = request.encoding(['br', 'gzip']) as 'br' | 'gzip' | null
    const packed = accepted && file[accepted]
    response
      .header('Cache-Control', cacheControlOf(path))
      .header('ETag', file.etag)
      .header('Vary', 'Accept-Encoding')
      .type(extname(path))
    if (response.fresh()) {
      response.status(304).send(null)
      return true
    }
    if (packed) response.header('Content-Encoding', accepted)
    response.send(packed ?? file.plain)
    return true
  }
}

/** Files in /assets have a content hash in their name. */
export const cacheControlOf = (path: string) =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && cachedTypes.test(entry.name))
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
        // The pages of others' scripts are opened rarely.
        .filter((name) => !name.startsWith('.') && !name.startsWith('vendor/'))
    : []

const read = (file: string): CachedFile => {
  const plain = readFileSync(file)
  const packed = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : null)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { etag, plain, br: packed('.br'), gzip: packed('.gz') }
}
