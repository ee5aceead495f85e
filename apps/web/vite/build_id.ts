import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { brand } from '../../../config/brand.ts'

/** The entry that is written to `/sw.js`. */
export const workerEntry = 'service_worker'

/**
 * Writes an id of the build into the page and the service worker. It is a hash of the file names and of the files whose names have no
 * hash, so it changes with any change. The service worker also gets the lists of files that it caches.
 */
export const buildId: Plugin = {
  name: 'build-id',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = Object.values(bundle)
      const worker = files.find((file) => file.type === 'chunk' && file.isEntry && file.name === workerEntry)
      if (worker?.type !== 'chunk') throw new Error(`The build has no entry ${workerEntry}`)
      if (/\b(import|export)\b/.test(worker.code))
        throw new Error('The service worker must be a single file without imports')
      const sourceOf = (name: string) => {
        const file = bundle[name]
        if (file?.type !== 'asset') throw new Error(`The build has no ${name}`)
        return String(file.source)
      }
      const page = sourceOf('index.html')
      const offline = sourceOf('offline.html')
      const names = Object.keys(bundle).filter((name) => name !== worker.fileName)
      const build = createHash('sha256')
        .update(
          [...names.toSorted(), page, offline, worker.code, sourceOf('pages.css'), sourceOf('book.css')].join('\0')
        )
        .digest('base64url')
        .slice(0, 12)

      const offlineAssets = [...offline.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path)
      const assets = names.filter((name) => /^assets\/.+\.(js|css)$/.test(name)).map((name) => `/${name}`)
      const source = worker.code
        .replaceAll('__BUILD__', JSON.stringify(build))
        .replaceAll('__BRAND__', JSON.stringify(brand.name))
        .replaceAll('__OFFLINE__', JSON.stringify(['/offline.html', '/favicon.svg', ...offlineAssets]))
        .replaceAll('__ASSETS__', JSON.stringify(assets))
      delete bundle[worker.fileName]
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      const html = bundle['index.html']
      if (html?.type === 'asset') html.source = page.replace('%build%', build)
    },
  },
  // In development, this worker unregisters the one of an earlier production build.
  configureServer(dev) {
    dev.middlewares.use((request, _response, next) => {
      if (request.url === '/sw.js') request.url = '/sw_off.js'
      next()
    })
  },
}
