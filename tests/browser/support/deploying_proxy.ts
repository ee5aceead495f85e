import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** A way to the server that a test can cut, and behind which another build can stand. */
export interface DeployingProxy {
  url: string
  /** Nothing answers any more, and what was open is cut. */
  cut(): void
  mend(): void
  /** From now on the page and the service worker are of a build of this name. */
  deploy(build: string): Promise<void>
  /** Files that the server has no more. */
  gone: RegExp | null
  close(): void
}

export const startDeployingProxy = async (target: string): Promise<DeployingProxy> => {
  const sockets = new Set<Socket>()
  const cutAll = () => sockets.forEach((socket) => socket.destroy())
  let isCut = false
  let renamed: { from: string; to: string } | null = null

  const server = http.createServer((request, response) => {
    const { url = '/', method, headers } = request
    if (proxy.gone?.test(url)) return void response.writeHead(404).end()
    // What the browser has kept is of the old build, whatever the server thinks.
    const { 'if-none-match': _known, 'if-modified-since': _since, ...asking } = headers
    const passedOn = { ...asking, host: new URL(target).host, 'accept-encoding': 'identity' }
    const asked = http.request(target + url, { method, headers: passedOn, agent: false }, async (answer) => {
      const { 'content-length': _length, etag: _etag, ...kept } = answer.headers
      if (renamed && (url === '/sw.js' || String(kept['content-type']).startsWith('text/html'))) {
        const body = (await text(answer)).replaceAll(renamed.from, renamed.to)
        return void response.writeHead(answer.statusCode!, kept).end(body)
      }
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    response.on('close', () => asked.destroy())
    request.pipe(asked)
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
      cutAll()
    },
    mend: () => void (isCut = false),
    async deploy(to) {
      const page = await fetch(target).then((answer) => answer.text())
      renamed = { from: /<meta name="build" content="([^"]+)"/.exec(page)![1]!, to }
    },
    close() {
      server.close()
      cutAll()
    },
  }
  return proxy
}
