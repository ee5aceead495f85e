import type { ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { defineConfig } from '@adonisjs/core/http'
import env, { appUrl } from './env.ts'
import processes from './processes.ts'
import { securityHeaders } from './security_headers.ts'

export { appUrl }

const isOnlyOne = processes.count === 1
/** Identifies this process to the other processes. A restart keeps it. */
export const instance = `${hostname()}:${env.get('PORT')}${isOnlyOne ? '' : `#${processes.number}`}`

/** Whether forwarded headers of a proxy are trusted. */
export const trustsProxy = env.get('TRUST_PROXY') === true

/** Some proxies add the client's port: `198.51.100.4:5123`, `[2001:db8::7]:443`. */
const withoutPort = (forwarded: string): string => {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(forwarded.trim()) ?? []
  return inBrackets ?? ipv4 ?? forwarded.trim()
}

export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  /** The default also encodes circular values, which takes several times as long. */
  serializeJSON: (value: unknown) => JSON.stringify(value),
  useAsyncLocalStorage: false,
  redirect: { forwardQueryString: false },
  /** A comma in a parameter is text, not a list. */
  qs: { parse: { comma: false } },
  /** Only the nearest proxy is trusted, because clients can forge earlier hops. */
  trustProxy: (_address: string, hop: number) => hop === 0 && trustsProxy,
  /** Ignores a forwarded value that isn't an IP address. */
  getIp: (request, fromHeaders) => {
    const forwarded = withoutPort(fromHeaders())
    return isIP(forwarded) ? forwarded : (request.request.socket.remoteAddress ?? '')
  },
  /** Answers requests whose address has invalid percent-encoding. No middleware runs, so the headers are set here. */
  onBadUrl: (_request: unknown, response: ServerResponse) => {
    response.writeHead(400, { ...securityHeaders, 'Content-Type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify({ message: 'The address could not be read.', code: 'malformed' }))
  },
  /** Longer than the 60 s that are usual for proxies, so that the proxy closes idle connections first. */
  keepAliveTimeout: 75_000,
  requestTimeout: 120_000,
  cookie: { path: '/', httpOnly: true, secure: appUrl.startsWith('https:'), sameSite: 'lax' },
})
