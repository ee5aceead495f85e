import { existsSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { HttpContext, Server } from '@adonisjs/core/http'
import type { Logger } from '@adonisjs/core/logger'
import { inject } from 'light-my-request'
import { appUrl, projectRoot } from '#config/env'
import { ownHosts } from '#modules/kernel/own_hosts'
import { idShape } from '#modules/kernel/path_segment'

/** The answer to a call of a page's own. */
interface Answer {
  body: unknown
  link: string | null
}
type Ask = (path: string) => Promise<Answer | null>
interface Screen {
  html: string
  data: unknown
}
/** What `apps/web/src/app/first_paint/` is built to. */
export interface Painter {
  paint(address: string, ask: Ask, ownHosts: readonly string[]): Promise<Screen | null>
  paintFront(ask: Ask, ownHosts: readonly string[]): Promise<Screen | null>
}

interface FirstPaintOptions {
  server: Pick<Server, 'handle'>
  logger: Logger
  /** How long a page waits for its screen before it is sent without one. */
  patienceMs?: number
  load?: () => Promise<Painter | null>
  now?: () => number
  /** Runs something later, unless what it gives is called. */
  after?: (ms: number, run: () => void) => () => void
}

/** The front page is the same for all visitors. */
const frontKeptMs = 30_000
/** Draws at once. Drawing takes the event loop from everybody's replies, so further pages are sent without a screen. */
const drawsMax = 8
const drawsOfOneSessionMax = 2

/** What a trusted proxy says of the client is true of the page's own calls too. */
const fromProxy = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']
const fromReader = [...fromProxy, 'cookie', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-user']

/** All calls that a first screen may make. None of them streams, and none changes anything but when a chat was opened last. */
const id = idShape.source.slice(1, -1)
const allowed = [
  /^\/api\/(auth\/user|models|daily-reward\/check)$/,
  /^\/api\/characters\?[^#]*$/,
  new RegExp(`^/api/chats/${id}\\?session=${id}$`, 'i'),
]

const file = join(projectRoot, 'apps/web/dist/.painter/first_paint.js')

/**
 * Draws first screens, so that something is seen before the app runs: as the app itself would, from the answers to the calls that the app
 * would make. These calls pass all middleware, in this process and without a socket. Whatever fails or takes too long, the page goes out
 * without a screen, and the app draws it. Why, and what it must not: docs/decisions/0030 and 0036.
 */
export class FirstPaint {
  readonly #options
  #painter?: Promise<Painter | null>
  #front: Promise<string | null> = Promise.resolve(null)
  #frontDrawnAt = -Infinity
  #draws = 0
  readonly #drawsBySession = new Map<string, number>()

  constructor(options: FirstPaintOptions) {
    this.#options = {
      patienceMs: 300,
      load,
      now: () => performance.now(),
      after: (ms: number, run: () => void) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      ...options,
    }
  }

  /** Loads what draws, so that the first page need not wait for it. */
  async warmUp(): Promise<void> {
    await this.#load().catch(() => {})
  }

  /** The screen at the address of the request, in the app's own root, with the data that it shows. `session` is the reader's token. */
  async draw(ctx: HttpContext, session: string): Promise<string | null> {
    const ofSession = this.#drawsBySession.get(session) ?? 0
    if (this.#draws >= drawsMax || ofSession >= drawsOfOneSessionMax) return null
    this.#draws++
    this.#drawsBySession.set(session, ofSession + 1)
    const release = () => {
      this.#draws--
      const left = this.#drawsBySession.get(session)! - 1
      if (left > 0) this.#drawsBySession.set(session, left)
      else this.#drawsBySession.delete(session)
    }
    return this.#inTime((painter, signal) => {
      const ask = (path: string) => this.#ask(ctx, path, { signal })
      return painter.paint(ctx.request.url(true), ask, ownHosts(appUrl, ctx.request.host()))
    }, release)
  }

  /** The front page of visitors, drawn now and then for all of them. One that failed is tried again. */
  drawFront(ctx: HttpContext): Promise<string | null> {
    if (this.#options.now() - this.#frontDrawnAt > frontKeptMs) {
      this.#frontDrawnAt = this.#options.now()
      this.#front = this.#inTime((painter, signal) => {
        const ask = (path: string) => this.#ask(ctx, path, { signal, asVisitor: true })
        return painter.paintFront(ask, ownHosts(appUrl, ctx.request.host()))
      }).then((drawn) => {
        if (drawn === null) this.#frontDrawnAt = -Infinity
        return drawn
      })
    }
    return this.#front
  }

  /** Gives up when it takes too long, and aborts what was asked for. `onSettled` runs when nothing of it is under way any more. */
  async #inTime(
    paint: (painter: Painter, signal: AbortSignal) => Promise<Screen | null>,
    onSettled: () => void = () => {}
  ): Promise<string | null> {
    const { patienceMs, after } = this.#options
    const end = new AbortController()
    const missed = Promise.withResolvers<null>()
    const cancel = after(patienceMs, () => {
      end.abort()
      missed.resolve(null)
    })
    const drawn = this.#tried((painter) => paint(painter, end.signal), end.signal).finally(() => {
      cancel()
      end.abort()
      onSettled()
    })
    return Promise.race([drawn, missed.promise])
  }

  async #tried(paint: (painter: Painter) => Promise<Screen | null>, signal: AbortSignal): Promise<string | null> {
    try {
      const painter = await this.#load()
      signal.throwIfAborted()
      const screen = painter && (await paint(painter))
      return screen && framed(screen)
    } catch (error) {
      if (signal.aborted) this.#options.logger.debug('a first screen took too long: the app draws it')
      else this.#options.logger.warn({ err: error }, 'a first screen could not be drawn: the app draws it')
      return null
    }
  }

  /** Null for any answer but JSON with status 200. Throws for a path that no first screen may ask for. */
  async #ask(
    ctx: HttpContext,
    path: string,
    { signal, asVisitor = false }: { signal: AbortSignal; asVisitor?: boolean }
  ): Promise<Answer | null> {
    if (!allowed.some((pattern) => pattern.test(path)))
      throw new Error('A first screen asked for a call that is not allowed')
    signal.throwIfAborted()
    const { headers, socket } = ctx.request.request
    const { server } = this.#options
    const answer = await inject((request, response) => void server.handle(request as never, response as never), {
      method: 'GET',
      url: path,
      remoteAddress: socket.remoteAddress,
      headers: { accept: 'application/json', ...picked(headers, asVisitor ? fromProxy : fromReader) },
      payloadAsStream: true,
      signal,
    })
    // A session that is in use is lengthened now and then, by whichever of the calls comes first: also by one that finds nothing.
    const cookies = asVisitor ? [] : [answer.headers['set-cookie'] ?? []].flat()
    for (const one of cookies) ctx.response.append('Set-Cookie', one)
    const body = answer.stream()
    if (answer.statusCode !== 200 || !/^application\/json\b/.test(String(answer.headers['content-type']))) {
      answer.raw.res.destroy()
      body.destroy()
      return null
    }
    return { body: await json(body), link: (answer.headers.link as string | undefined) ?? null }
  }

  #load(): Promise<Painter | null> {
    return (this.#painter ??= this.#options.load())
  }
}

const load = async (): Promise<Painter | null> => (existsSync(file) ? import(pathToFileURL(file).href) : null)

/** Inert until the app takes its place. */
const framed = ({ html, data }: Screen): string => {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const root = `<div id="root"><div inert aria-hidden="true">${html}</div></div>`
  return `${root}<script type="application/json" id="first-data">${json}</script>`
}

const picked = (headers: IncomingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
