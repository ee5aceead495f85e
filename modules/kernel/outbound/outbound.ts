import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

import type { Timers } from '#plugins/contract/timers'
import { fail, ok, type Result } from '../result.ts'
import { isGlobalAddress } from './global_address.ts'

/** `config/outbound.ts`. */
export abstract class OutboundSettings {
  /** Hosts that may be private, as `host` or `host:port`, in lower case. */
  abstract readonly privateHosts: readonly string[]
  /** Ports that may be asked beside 80 and 443. */
  abstract readonly ports: readonly number[]
}

export interface OutboundRequest {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** How much one request may take. */
export interface OutboundLimits {
  /** The longest body of an answer, in bytes after decompression. */
  bytes: number
  timeoutMs: number
  /** At most 3. With 0, a redirect is an answer like any other. */
  redirects: 0 | 1 | 2 | 3
}

export interface OutboundAnswer {
  /** The address that answered, after redirects. */
  url: string
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/**
 * `refused`: the address, or one that it redirected to, may not be asked. `not_sent`: no name or no connection, so the host got nothing.
 * `unreachable`: no whole answer. `too_large` and `timed_out` exceed the limits.
 */
export type OutboundFailure = 'refused' | 'not_sent' | 'unreachable' | 'too_large' | 'timed_out'

/** An answer whose body is read as it arrives. Leaving a loop over it early closes the connection. */
export type OutboundStream = Pick<OutboundAnswer, 'status' | 'headers'> & { body: AsyncIterable<Uint8Array> }

/** Errors of Node from before a connection. */
const unsent = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Finds all addresses of a host name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

const resolveByDns: Resolve = (host) => lookup(host, { all: true })

const defaultPorts = { 'http:': '80', 'https:': '443' } as const
const redirectStatuses = new Set([301, 302, 303, 307, 308])
/** Headers that only the host that they were meant for may see. */
const credentials = new Set(['authorization', 'cookie', 'proxy-authorization'])

/**
 * Asks the addresses that users and their subscriptions give. It connects to the addresses that it has checked, so a name that resolves
 * differently the next time leads nowhere else. No part of an answer or its timing may reach the user, beyond one sentence of ours.
 */
export class Outbound {
  readonly #settings: OutboundSettings
  readonly #timers: Timers
  readonly #resolve: Resolve
  readonly #agents: Record<string, http.Agent>
  /** Streams last for minutes, so each has a connection of its own. */
  readonly #streams: Record<string, http.Agent>

  /** Tests replace `resolve`, and trust a certificate of theirs with `ca`. */
  constructor(settings: OutboundSettings, timers: Timers, resolve: Resolve = resolveByDns, ca?: string) {
    this.#settings = settings
    this.#timers = timers
    this.#resolve = resolve
    const pool = { keepAlive: true, maxSockets: 16, maxFreeSockets: 4, maxTotalSockets: 256 }
    const free = { keepAlive: true, maxFreeSockets: 64 }
    this.#streams = { 'http:': new http.Agent(free), 'https:': new https.Agent({ ...free, ...(ca && { ca }) }) }
    this.#agents = { 'http:': new http.Agent(pool), 'https:': new https.Agent({ ...pool, ...(ca && { ca }) }) }
  }

  /** Sends one request. Never throws, unless `signal` fires: then it throws the signal's reason. */
  async send(
    request: OutboundRequest,
    limits: OutboundLimits,
    signal: AbortSignal = new AbortController().signal
  ): Promise<Result<OutboundAnswer, OutboundFailure>> {
    const deadline = this.#timers.timeout(limits.timeoutMs)
    const either = AbortSignal.any([signal, deadline])
    try {
      return await this.#follow(request, limits, either)
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.aborted) return fail('timed_out')
      if (error instanceof TooLarge) return fail('too_large')
      return fail(unsent.has((error as NodeJS.ErrnoException).code!) ? 'not_sent' : 'unreachable')
    }
  }

  /**
   * Sends one request and returns its answer before the body. Follows no redirect. Has no limits of its own: callers bound time and bytes. Rejects
   * when the connection fails or `signal` fires.
   */
  async stream(request: OutboundRequest, signal: AbortSignal): Promise<Result<OutboundStream, 'refused'>> {
    const url = this.#addressOf(request.url)
    const addresses = url && (await settled(this.#checked(url), signal))
    if (!url || !addresses) return fail('refused')
    const headers = { ...request.headers, 'accept-encoding': 'identity' }
    const response = await this.#open(url, addresses, { ...request, headers }, signal, this.#streams)
    return ok({ status: response.statusCode!, headers: response.headers, body: response })
  }

  /** Whether an address may be asked, as far as it shows without asking for its name: the name's addresses are checked by `send`. */
  mayAsk(address: string): boolean {
    const url = this.#addressOf(address)
    const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
    return url !== null && (this.#isPrivateHost(url) || isIP(host) === 0 || isGlobalAddress(host))
  }

  async #follow(
    request: OutboundRequest,
    limits: OutboundLimits,
    signal: AbortSignal
  ): Promise<Result<OutboundAnswer, OutboundFailure>> {
    let next = request
    for (let left = limits.redirects; ; left--) {
      const url = this.#addressOf(next.url)
      if (url === null) return fail('refused')
      const addresses = await settled(this.#checked(url), signal)
      if (addresses === null) return fail('refused')
      const response = await this.#open(url, addresses, next, signal)
      const location = redirectStatuses.has(response.statusCode!) ? response.headers.location : undefined
      if (location === undefined || limits.redirects === 0) {
        const body = await readBody(response, limits.bytes, signal)
        return ok({ url: url.href, status: response.statusCode!, headers: response.headers, body })
      }
      response.destroy()
      const target = URL.parse(location, url.href)
      if (left === 0 || target === null || (url.protocol === 'https:' && target.protocol === 'http:'))
        return fail('refused')
      next = redirected(next, response.statusCode!, url, target)
    }
  }

  /** Returns the address if its form and port are allowed. */
  #addressOf(text: string): URL | null {
    const url = URL.parse(text)
    if (url === null || !(url.protocol in defaultPorts) || url.username !== '' || url.password !== '') return null
    return this.#isAllowedPort(url) || this.#isPrivateHost(url) ? url : null
  }

  #isAllowedPort(url: URL): boolean {
    return url.port === '' || [80, 443, ...this.#settings.ports].includes(Number(url.port))
  }

  #isPrivateHost(url: URL): boolean {
    const { privateHosts } = this.#settings
    return (
      privateHosts.includes(`${url.hostname}:${portOf(url)}`) ||
      (this.#isAllowedPort(url) && privateHosts.includes(url.hostname))
    )
  }

  /** Returns the addresses to connect to, or null if one of them may not be asked. */
  async #checked(url: URL): Promise<LookupAddress[] | null> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await this.#resolve(host)
    if (addresses.length === 0) throw Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' })
    return this.#isPrivateHost(url) || addresses.every(({ address }) => isGlobalAddress(address)) ? addresses : null
  }

  #open(
    url: URL,
    addresses: LookupAddress[],
    request: OutboundRequest,
    signal: AbortSignal,
    agents: Record<string, http.Agent> = this.#agents
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
    // Node looks names up itself unless it is given the addresses. An IP address in the URL was checked as it is.
    const checked: LookupFunction = (_host, options, callback) =>
      options.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)
    const call = (url.protocol === 'https:' ? https : http).request(url, {
      method: request.method,
      agent: agents[url.protocol]!,
      headers: { 'accept-encoding': 'gzip, deflate, br', ...request.headers },
      lookup: checked,
      signal,
    })
    call.on('response', resolve).on('error', reject)
    call.end(request.body)
    return promise
  }
}

class TooLarge extends Error {}

const portOf = (url: URL) => url.port || defaultPorts[url.protocol as keyof typeof defaultPorts]

/** Names can't be looked up with a signal, so a late answer is left behind. */
const settled = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })

/** The next request of a redirect, as the Fetch standard makes it. Another origin gets no credentials. */
function redirected(request: OutboundRequest, status: number, from: URL, to: URL): OutboundRequest {
  const keepsBody = status === 307 || status === 308 || request.method === 'GET'
  const names = Object.keys(request.headers ?? {}).filter((name) => {
    const lower = name.toLowerCase()
    if (from.origin !== to.origin && credentials.has(lower)) return false
    return keepsBody || !lower.startsWith('content-')
  })
  return {
    method: keepsBody ? request.method : 'GET',
    url: to.href,
    headers: Object.fromEntries(names.map((name) => [name, request.headers![name]!])),
    ...(keepsBody && request.body !== undefined && { body: request.body }),
  }
}

const decoders: Record<string, (() => Transform) | undefined> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

async function readBody(response: http.IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  const decode = decoders[encoding]
  const body = decode ? response.pipe(decode()) : response
  if (decode) response.on('error', (error) => body.destroy(error))
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      bytes += chunk.length
      if (bytes > bytesMax) throw new TooLarge()
      chunks.push(chunk)
    }
  } finally {
    if (!response.complete) response.destroy()
  }
  return Buffer.concat(chunks)
}
