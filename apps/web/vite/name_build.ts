import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** The entry that becomes `/sw.js`. */
export const workerEntry = 'service_worker'

/**
 * Gives the build its name, which is another one as soon as anything in it is: the page carries it, and the service worker, beside the
 * lists of what it keeps. In development there is no worker; what an earlier start has left is removed.
 */
export const nameBuild: Plugin = {
  name: 'name-build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = Object.values(bundle)
      const worker = files.find((file) => file.type === 'chunk' && file.isEntry && file.name === workerEntry)
      if (worker?.type !== 'chunk') throw new Error(`There is no entry ${workerEntry}`)
      if (/\b(import|export)\b/.test(worker.code)) throw new Error('The service worker must be one file by itself')
      const sourceOf = (name: string) => {
        const file = bundle[name]
        if (file?.type !== 'asset') throw new Error(`The build has no ${name}`)
        return String(file.source)
      }
      const page = sourceOf('index.html')
      const offline = sourceOf('offline.html')
      const names = Object.keys(bundle).filter((name) => name !== worker.fileName)
      const build = createHash('sha256')
        .update([...names.toSorted(), page, offline, worker.code, sourceOf('pages.css')].join('\0'))
        .digest('base64url')
        .slice(0, 12)

      const ofOffline = [...offline.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path)
      const parts = names.filter((name) => /^assets\/.+\.(js|css)$/.test(name)).map((name) => `/${name}`)
      const source = worker.code
        .replaceAll('__BUILD__', JSON.stringify(build))
        .replaceAll('__OFFLINE__', JSON.stringify(['/offline.html', '/favicon.svg', ...ofOffline]))
        .replaceAll('__PARTS__', JSON.stringify(parts))
      delete bundle[worker.fileName]
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      const html = bundle['index.html']
      if (html?.type === 'asset') html.source = page.replace('%build%', build)
    },
  },
  configureServer(dev) {
    dev.middlewares.use((request, _response, next) => {
      if (request.url === '/sw.js') request.url = '/sw_off.js'
      next()
    })
  },
}
