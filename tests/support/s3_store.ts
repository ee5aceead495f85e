import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '#modules/kernel/open_disk'
import './s3_packages.mjs'
import { engineFolder } from './engines.ts'

export interface S3Store {
  settings: S3Settings
  /** The settings of a server that uses the store. */
  env: Record<string, string>
  /** The names of the stored files. */
  files(): string[]
  /** Loses a file. */
  remove(name: string): void
  close(): Promise<void>
}

/** Starts a store with an empty bucket, in this process. Call it only if `engineFolder('s3rver')` isn't null. */
export const startS3Store = async (): Promise<S3Store> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-s3-'))
  const S3rver = createRequire(join(engineFolder('s3rver')!, 'package.json'))('s3rver')
  const bucket = 'facet'
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await (store.run() as Promise<{ port: number }>)
  const server: Server = store.httpServer
  // Its only key.
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const contentOf = '._S3rver_object'
  const endpoint = `http://127.0.0.1:${port}`
  return {
    settings: { bucket, region: 'us-east-1', endpoint, credentials },
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      // The server finds the S3 client where the engine is.
      NODE_OPTIONS: `--import=${new URL('s3_packages.mjs', import.meta.url).href}`,
    },
    files: () =>
      readdirSync(join(folder, bucket), { recursive: true })
        .map(String)
        .filter((path) => path.endsWith(contentOf))
        .map((path) => path.slice(0, -contentOf.length)),
    remove: (name) => rmSync(join(folder, bucket, name + contentOf)),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
