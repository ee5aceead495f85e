import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import type { HttpContext } from '@adonisjs/core/http'

interface HeldFile {
  etag: string
  plain: Buffer
  /** As the build has compressed it; null where that was not worth it. */
  br: Buffer | null
  gzip: Buffer | null
}

const held = /\.(js|css|svg|woff2|webmanifest)$/

/**
 * The built files that a page needs to be shown: scripts, styles and fonts. They are read once at the start, so that no page waits for
 * one of libuv's threads, which read files and may be busy.
 */
export class FilesInMemory {
  readonly #files: ReadonlyMap<string, HeldFile>

  constructor(folder: string) {
    this.#files = new Map(namesIn(folder).map((name) => [`/${name}`, read(join(folder, name))]))
  }

  /** Answers a GET or HEAD for one of them. False when it is none of them. */
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

/** A file whose name has a hash of its content never changes. */
export const cacheControlOf = (path: string) =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && held.test(entry.name))
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
        .filter((name) => !name.startsWith('.'))
    : []

const read = (file: string): HeldFile => {
  const plain = readFileSync(file)
  const packed = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : null)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { etag, plain, br: packed('.br'), gzip: packed('.gz') }
}
