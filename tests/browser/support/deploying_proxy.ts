import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** A proxy that a test can disconnect, and that can simulate a new build. */
export interface DeployingProxy {
  url: string
  /** Refuses connections and closes open ones. */
  cut(): void
  mend(): void
  /** Renames the build in the page and the service worker. */
  deploy(build: string): Promise<void>
  /** Files that get a 404. */
  gone: RegExp | null
  close(): void
}

export const startDeployingProxy = async (target: string): Promise<DeployingProxy> => {
  const sockets = new Set<Socket>()
  const closeAll = () => sockets.forEach((socket) => socket.destroy())
  let isCut = false
  let renamed: { from: string; to: string } | null = null

  const server = http.createServer((request, response) => {
    const { url = '/', method, headers } = request
    if (proxy.gone?.test(url)) return void response.writeHead(404).end()
    // Makes no conditional requests, because the browser's cache contains the old build.
    const { 'if-none-match': _etag, 'if-modified-since': _since, ...others } = headers
    const forwarded = { ...others, host: new URL(target).host, 'accept-encoding': 'identity' }
    const upstream = http.request(target + url, { method, headers: forwarded, agent: false }, async (answer) => {
      const { 'content-length': _length, etag: _etag, ...kept } = answer.headers
      if (renamed && (url === '/sw.js' || String(kept['content-type']).startsWith('text/html'))) {
        const body = (await text(answer)).replaceAll(renamed.from, renamed.to)
        return void response.writeHead(answer.statusCode!, kept).end(body)
      }
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  })
  server.on('connection', (socket) => {
    if (isCut) return void socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const proxy: DeployingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    gone: null,
    cut() {
      isCut = true
      closeAll()
    },
    mend: () => void (isCut = false),
    async deploy(to) {
      const page = await fetch(target).then((answer) => answer.text())
      renamed = { from: /<meta name="build" content="([^"]+)"/.exec(page)![1]!, to }
    },
    close() {
      server.close()
      closeAll()
    },
  }
  return proxy
}
