import type { ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { defineConfig } from '@adonisjs/core/http'
import env, { appUrl } from './env.ts'
import { securityHeaders } from './security_headers.ts'

export { appUrl }

/** With the host's name, who this process is for the others. */
export const port = env.get('PORT')

/** Whether what a proxy says of a request is believed. */
export const trustsProxy = env.get('TRUST_PROXY') === true

export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  useAsyncLocalStorage: false,
  redirect: { forwardQueryString: false },
  /** The proxy before us, and nobody before that: what came with the request to it anyone could write. */
  trustProxy: (_address: string, hop: number) => hop === 0 && trustsProxy,
  /** What is no address was not written by a proxy worth believing. */
  getIp: (request, fromHeaders) => {
    const said = fromHeaders()
    return isIP(said) ? said : (request.request.socket.remoteAddress ?? '')
  },
  /** A percent sign that escapes nothing. No route and no middleware is asked, so this says it all. */
  onBadUrl: (_request: unknown, response: ServerResponse) => {
    response.writeHead(400, { ...securityHeaders, 'Content-Type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify({ message: 'The address could not be read.', code: 'malformed' }))
  },
  /** Longer than the 60 s of the usual proxies, so that they are the ones to hang up. */
  keepAliveTimeout: 75_000,
  requestTimeout: 120_000,
  cookie: { path: '/', httpOnly: true, secure: appUrl.startsWith('https:'), sameSite: 'lax' },
})
