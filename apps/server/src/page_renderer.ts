import { existsSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { HttpContext, Server } from '@adonisjs/core/http'
import type { Logger } from '@adonisjs/core/logger'
import { inject } from 'light-my-request'
import type { Timers } from '#plugins/contract/timers'
import age from '#config/age'
import { appUrl, projectRoot } from '#config/env'
import rubies from '#config/rubies'
import type { SitePageName } from '#modules/accounts/index'
import { ownHosts } from '#modules/kernel/own_hosts'
import { uuidPattern } from '#modules/kernel/path_segment'

/** A successful answer to a call that the page makes. */
interface Answer {
  body: unknown
  link: string | null
}
type FetchJson = (path: string) => Promise<Answer | null>

/** A screen as HTML, and the state of the app's query client that it was rendered from. */
export interface RenderedPage {
  html: string
  data: unknown
}

/** The functions that the build of `apps/web/src/app/server_render/` exports. */
export interface ScreenRenderer {
  renderScreen(address: string, fetchJson: FetchJson, ownHosts: readonly string[]): Promise<RenderedPage | null>
  renderLanding(fetchJson: FetchJson, ownHosts: readonly string[]): Promise<RenderedPage | null>
  renderShared(characterId: string, fetchJson: FetchJson, ownHosts: readonly string[]): Promise<RenderedPage | null>
  renderSitePage(name: SitePageName, fetchJson: FetchJson, ownHosts: readonly string[]): Promise<RenderedPage | null>
  setHasRubies(isOn: boolean): void
}

interface PageRendererOptions {
  server: Pick<Server, 'handle'>
  logger: Logger
  /** After this time the page is sent without a rendered screen. */
  timeoutMs: number
  load?: () => Promise<ScreenRenderer | null>
  timers: Timers
}

/** How long a page for visitors is cached. It is the same for all visitors. */
const visitorPageMaxAgeMs = 30_000
const visitorPagesMax = 100
/** Concurrent renders per process. More pages are sent unrendered, because rendering blocks the event loop, which streams replies. */
const rendersMax = 8
const rendersPerSessionMax = 2

/** Adult content depends on the country. */
const countryHeader = age.countryHeader === null ? [] : [age.countryHeader.toLowerCase()]
/** Headers of a trusted proxy, forwarded to the page's own calls. */
const proxyHeaders = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', ...countryHeader]
const readerHeaders = [
  ...proxyHeaders,
  'cookie',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'sec-fetch-user',
]

const id = uuidPattern.source.slice(1, -1)
/**
 * All calls that a rendered screen may make. None streams. The calls only write the time at which a chat was last opened and, without a
 * session in the address, the unused chat that the browser would open.
 */
const allowedCalls = [
  /^\/api\/(auth\/user|models|chats\/last|daily-reward\/check|announcements|characters\/landing|demo|pages(\/(terms|rules|privacy|imprint))?)$/,
  /^\/api\/characters(\?[^#]*|\/chips|\/shelves)$/,
  /^\/api\/following\/characters\?limit=\d+$/,
  new RegExp(`^/api/characters/${id}/share$`),
  new RegExp(`^/api/chats/${id}\\?(session=${id}&|new=true&)?end=true$`, 'i'),
]

const file = join(projectRoot, 'apps/web/dist/.server_render/render_page.js')

/**
 * Renders first screens on the server, so that the reader sees something before the app runs. It uses the app's own components and the
 * answers to the calls that the app would make. Those calls pass all middleware, in this process and without a socket. When rendering
 * fails or takes too long, the page is sent without a screen. Reasons and limits: docs/decisions/0030 and 0036.
 */
export class PageRenderer {
  readonly #options
  #renderer?: Promise<ScreenRenderer | null>
  /** Pages by path, oldest first. */
  readonly #visitorPages = new Map<string, { renderedAt: number; page: Promise<RenderedPage | null> }>()
  #renders = 0
  readonly #rendersBySession = new Map<string, number>()

  constructor(options: PageRendererOptions) {
    this.#options = {
      load,
      ...options,
    }
  }

  /** Loads the renderer ahead of the first request. */
  async warmUp(): Promise<void> {
    await this.#load().catch(() => {})
  }

  /** Renders the screen at the address of the request. `session` is the reader's token. */
  async renderForSession(ctx: HttpContext, session: string): Promise<RenderedPage | null> {
    const ofSession = this.#rendersBySession.get(session) ?? 0
    if (this.#renders >= rendersMax || ofSession >= rendersPerSessionMax) return null
    this.#renders++
    this.#rendersBySession.set(session, ofSession + 1)
    const release = () => {
      this.#renders--
      const left = this.#rendersBySession.get(session)! - 1
      if (left > 0) this.#rendersBySession.set(session, left)
      else this.#rendersBySession.delete(session)
    }
    return this.#withTimeout((renderer, signal) => {
      const fetchJson = (path: string) => this.#fetchJson(ctx, path, { signal })
      return renderer.renderScreen(ctx.request.url(true), fetchJson, ownHosts(appUrl, ctx.request.host()))
    }, release)
  }

  renderLanding(ctx: HttpContext): Promise<RenderedPage | null> {
    return this.#renderForVisitors(ctx, '/', (renderer, ...calls) => renderer.renderLanding(...calls))
  }

  /** Renders the share page of a character. */
  renderShared(ctx: HttpContext, characterId: string): Promise<RenderedPage | null> {
    return this.#renderForVisitors(ctx, `/share/${characterId}`, (renderer, ...calls) =>
      renderer.renderShared(characterId, ...calls)
    )
  }

  renderSitePage(ctx: HttpContext, name: SitePageName): Promise<RenderedPage | null> {
    return this.#renderForVisitors(ctx, `/${name}`, (renderer, ...calls) => renderer.renderSitePage(name, ...calls))
  }

  /** Renders a page that is cached for all visitors. A failed render is repeated for the next request. */
  #renderForVisitors(
    ctx: HttpContext,
    path: string,
    render: (renderer: ScreenRenderer, fetchJson: FetchJson, hosts: readonly string[]) => Promise<RenderedPage | null>
  ): Promise<RenderedPage | null> {
    const renderedAt = this.#options.timers.monotonicMs()
    const known = this.#visitorPages.get(path)
    if (known && renderedAt - known.renderedAt <= visitorPageMaxAgeMs) return known.page
    if (this.#renders >= rendersMax) return Promise.resolve(null)
    this.#renders++
    const page = this.#withTimeout(
      (renderer, signal) => {
        const fetchJson = (path: string) => this.#fetchJson(ctx, path, { signal, asVisitor: true })
        return render(renderer, fetchJson, ownHosts(appUrl, ctx.request.host()))
      },
      () => void this.#renders--
    )
    this.#visitorPages.delete(path)
    this.#visitorPages.set(path, { renderedAt, page })
    const [oldest] = this.#visitorPages.keys()
    if (this.#visitorPages.size > visitorPagesMax) this.#visitorPages.delete(oldest!)
    void page.then((rendered) => {
      if (rendered === null && this.#visitorPages.get(path)?.page === page) this.#visitorPages.delete(path)
    })
    return page
  }

  /** Resolves to null after the timeout, and aborts the calls. `onSettled` runs when the work itself has finished. */
  async #withTimeout(
    render: (renderer: ScreenRenderer, signal: AbortSignal) => Promise<RenderedPage | null>,
    onSettled: () => void = () => {}
  ): Promise<RenderedPage | null> {
    const { timeoutMs, timers } = this.#options
    const end = new AbortController()
    const timeout = Promise.withResolvers<null>()
    const cancel = timers.after(timeoutMs, () => {
      end.abort()
      timeout.resolve(null)
    })
    const page = this.#tryRender((renderer) => render(renderer, end.signal), end.signal).finally(() => {
      cancel()
      end.abort()
      onSettled()
    })
    return Promise.race([page, timeout.promise])
  }

  async #tryRender(
    render: (renderer: ScreenRenderer) => Promise<RenderedPage | null>,
    signal: AbortSignal
  ): Promise<RenderedPage | null> {
    try {
      const renderer = await this.#load()
      signal.throwIfAborted()
      return renderer && (await render(renderer))
    } catch (error) {
      if (signal.aborted) this.#options.logger.debug('rendering a page took too long; the browser renders it')
      else this.#options.logger.warn({ err: error }, 'could not render a page; the browser renders it')
      return null
    }
  }

  /** Makes a call for the page. Returns null for any answer but JSON with status 200. Throws if the call isn't allowed. */
  async #fetchJson(
    ctx: HttpContext,
    path: string,
    { signal, asVisitor = false }: { signal: AbortSignal; asVisitor?: boolean }
  ): Promise<Answer | null> {
    if (!allowedCalls.some((pattern) => pattern.test(path)))
      throw new Error('A rendered page made a call that is not allowed')
    signal.throwIfAborted()
    const { headers, socket } = ctx.request.request
    const { server } = this.#options
    const answer = await inject((request, response) => void server.handle(request as never, response as never), {
      method: 'GET',
      url: path,
      remoteAddress: socket.remoteAddress,
      headers: { accept: 'application/json', ...pick(headers, asVisitor ? proxyHeaders : readerHeaders) },
      payloadAsStream: true,
      signal,
    })
    // Any of the calls may renew the session, even a call that fails.
    const cookies = asVisitor ? [] : [answer.headers['set-cookie'] ?? []].flat()
    for (const cookie of cookies) ctx.response.append('Set-Cookie', cookie)
    const body = answer.stream()
    if (answer.statusCode !== 200 || !/^application\/json\b/.test(String(answer.headers['content-type']))) {
      answer.raw.res.destroy()
      body.destroy()
      return null
    }
    return { body: await json(body), link: (answer.headers.link as string | undefined) ?? null }
  }

  #load(): Promise<ScreenRenderer | null> {
    return (this.#renderer ??= this.#options.load())
  }
}

const load = async (): Promise<ScreenRenderer | null> => {
  if (!existsSync(file)) return null
  const renderer: ScreenRenderer = await import(pathToFileURL(file).href)
  renderer.setHasRubies(rubies.isOn)
  return renderer
}

const pick = (headers: IncomingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
