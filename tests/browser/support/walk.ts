import type { Page, Route } from 'playwright-core'
import { paths } from '#modules/accounts/api'
import type { Scene } from './journey.ts'
import { on, until } from './screens.ts'
import { withoutFirstPaint } from './client_rendering.ts'
import type { Visitor } from './visitor.ts'

/** Which calls are meant: by their path, without the query, and by their method where it matters. */
export interface Calls {
  path: string | RegExp
  method?: string
}

/** What a call that is answered here gets. */
export type Answer = Parameters<Route['fulfill']>[0]

/** A failure without a sentence of the server's: the page has to find its own words. */
export const failure = { status: 500, json: { message: '', code: 'internal_error' } } satisfies Answer

/** Signed out, as far as this call goes. */
export const signedOut = { status: 401, json: { message: '', code: 'signed_out' } } satisfies Answer

/** A visitor with the means to bring a page into any state: calls can be held, answered and changed, until the next state. */
export class Walk {
  readonly page: Page
  readonly visitor: Visitor
  /** What notices have said since the walk began. */
  readonly #said: string[] = []

  private constructor(readonly scene: Pick<Scene, 'stage' | 'visitor' | 'page' | 'client'>) {
    this.page = scene.page
    this.visitor = scene.visitor
  }

  static async begin(scene: Pick<Scene, 'stage' | 'visitor' | 'page' | 'client'>): Promise<Walk> {
    const walk = new Walk(scene)
    await scene.visitor.context.exposeBinding('noticed', (_source, text: string) => void walk.#said.push(text))
    await scene.visitor.context.addInitScript(listenForNotices)
    return walk
  }

  get stage() {
    return this.scene.stage
  }

  /** The account that the visitor came with. */
  get client() {
    return this.scene.client!
  }

  /** Everything that notices have said. */
  get said(): readonly string[] {
    return this.#said
  }

  /** Does what brings a notice, and waits for one that says all of this. It may be gone by then. */
  async hears(texts: readonly string[], act: () => Promise<unknown>): Promise<void> {
    const before = this.#said.length
    await act()
    await until(
      async () => this.#said.slice(before).some((said) => texts.every((text) => said.includes(text))),
      `a notice says ${texts.join(' / ')}; said was ${JSON.stringify(this.#said.slice(before))}`
    )
  }

  /** These calls get no answer. */
  hold(path: Calls['path'], method?: string): Promise<void> {
    return this.#route({ path, method }, async () => {})
  }

  /** These calls get this answer, and never reach the server. */
  answer(path: Calls['path'], answer: Answer, method?: string): Promise<void> {
    return this.#route({ path, method }, async (route) => {
      this.#expect(route, answer?.status ?? 200)
      await route.fulfill(answer)
    })
  }

  /** These calls don't reach anybody. */
  cut(path: Calls['path'], method?: string): Promise<void> {
    return this.#route({ path, method }, (route) => {
      this.visitor.tolerate(new RegExp(`^failed: ${route.request().method()} ${escaped(route.request().url())}`))
      return route.abort('failed')
    })
  }

  /** The server answers, and this is made of it. */
  change<Body>(path: Calls['path'], change: (body: Body) => unknown): Promise<void> {
    return this.#route({ path, method: 'GET' }, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as Body) })
    })
  }

  /**
   * Does what ends in leaving for the sign-in page, and waits until the page has tried: it stays where it is, because the answer has no
   * content.
   */
  async isSentAway(act: () => Promise<unknown>): Promise<void> {
    await this.answer(paths.login, { status: 204 })
    const isLeaving = this.page.waitForRequest((request) => new URL(request.url()).pathname === paths.login)
    await act()
    await isLeaving
  }

  /** All calls go to the server again. */
  async release(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  async #route({ path, method }: Calls, handle: (route: Route) => Promise<unknown>): Promise<void> {
    await withoutFirstPaint(this.page)
    const pattern = new RegExp(`^[^?#]*${typeof path === 'string' ? `${escaped(path)}` : path.source}(\\?|$)`)
    await this.page.route(pattern, async (route) => {
      if (method !== undefined && route.request().method() !== method) return route.fallback()
      // The page may have gone on meanwhile.
      await handle(route).catch(() => {})
    })
  }

  /** A bad answer that the walk gives itself is part of the story. */
  #expect(route: Route, status: number): void {
    const { pathname } = new URL(route.request().url())
    if (status >= 400) this.visitor.tolerate(new RegExp(`^answer: \\w+ ${escaped(pathname)} ${status}$`))
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Tells of every notice as it comes: it stays for five seconds only, and a slow machine may look away for longer. */
const listenForNotices = `(() => {
  let last = ''
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll('[role="region"][aria-label^="Notification"] li')) {
      const text = notice.innerText.replaceAll(/\\s+/g, ' ')
      if (text !== last) noticed(text)
      last = text
    }
    if (!document.querySelector('[role="region"][aria-label^="Notification"] li')) last = ''
  }).observe(document, { subtree: true, childList: true, characterData: true })
})()`

/** Sends the notice away that is shown. */
export const dismissNotice = async (page: Page) => {
  const dismiss = on(page).toasts.getByRole('button', { name: 'Dismiss' })
  if (await dismiss.isVisible()) await dismiss.click({ timeout: 2_000 }).catch(() => {})
}
