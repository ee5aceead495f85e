import { existsSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HttpContext, Server } from '@adonisjs/core/http'
import type { Logger } from '@adonisjs/core/logger'
import { inject } from 'light-my-request'
import { appUrl, projectRoot } from '#config/env'

/** What a call of a page's own was answered with. */
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
interface Painter {
  paint(address: string, ask: Ask, ownHosts: readonly string[]): Promise<Screen | null>
  paintFront(ask: Ask, ownHosts: readonly string[]): Promise<Screen | null>
}

/** The front page is the same for all who are not signed in. */
const frontKeptMs = 30_000
/** What a trusted proxy says of who asks is true of the page's own calls too. */
const passedOn = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

const file = join(projectRoot, 'apps/web/dist/.painter/first_paint.js')

/**
 * Draws first screens, so that something is seen before the app runs: as the app itself would, from the answers to the calls that the app
 * would make. These go through all that stands before a call, in this process and without a socket. When anything is amiss the page goes
 * out without, and the app does it all. Why, and what it must not: docs/decisions/0030.
 */
export class FirstPaint {
  #painter?: Promise<Painter | null>
  #front: Promise<string | null> = Promise.resolve(null)
  #frontDrawnAt = -Infinity

  constructor(
    private readonly server: Server,
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now()
  ) {}

  /** The screen at the address that is asked for, of whoever asks, in the app's own root, and what was read for it. */
  draw(ctx: HttpContext): Promise<string | null> {
    return this.#tried((painter) => painter.paint(ctx.request.url(true), (path) => this.#ask(ctx, path), ownHosts(ctx)))
  }

  /** The front page of visitors, drawn now and then for all of them. */
  drawFront(ctx: HttpContext): Promise<string | null> {
    if (this.now() - this.#frontDrawnAt > frontKeptMs) {
      this.#frontDrawnAt = this.now()
      this.#front = this.#tried((painter) =>
        painter.paintFront((path) => this.#ask(ctx, path, { asVisitor: true }), ownHosts(ctx))
      )
    }
    return this.#front
  }

  async #tried(paint: (painter: Painter) => Promise<Screen | null>): Promise<string | null> {
    try {
      const painter = await (this.#painter ??= load())
      const screen = painter && (await paint(painter))
      return screen && framed(screen)
    } catch (error) {
      this.logger.warn({ err: error }, 'a first screen could not be drawn: the app does it')
      return null
    }
  }

  async #ask(ctx: HttpContext, path: string, { asVisitor = false } = {}): Promise<Answer | null> {
    const { headers, socket } = ctx.request.request
    const answer = await inject((request, response) => void this.server.handle(request as never, response as never), {
      method: 'GET',
      url: path,
      remoteAddress: socket.remoteAddress,
      headers: { accept: 'application/json', ...picked(headers, asVisitor ? passedOn : [...passedOn, 'cookie']) },
    })
    if (answer.statusCode !== 200) return null
    // A session that is in use is lengthened now and then.
    const cookies = asVisitor ? [] : [answer.headers['set-cookie'] ?? []].flat()
    for (const one of cookies) ctx.response.append('Set-Cookie', one)
    return { body: answer.json(), link: (answer.headers.link as string | undefined) ?? null }
  }
}

/** A picture may not lead to one of these, unless it is under `/pictures/`. */
const ownHosts = ({ request }: HttpContext): string[] => [new URL(appUrl).host, request.host() ?? '']

const load = async (): Promise<Painter | null> => (existsSync(file) ? import(pathToFileURL(file).href) : null)

/** Seen, but not to be used yet: the app puts its own in the place of it. */
const framed = ({ html, data }: Screen): string => {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const root = `<div id="root"><div inert aria-hidden="true">${html}</div></div>`
  return `${root}<script type="application/json" id="first-data">${json}</script>`
}

const picked = (headers: IncomingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
