import type { Page, Route } from 'playwright-core'
import type { JourneyContext } from './journey.ts'
import { on, until } from './screens.ts'
import { withoutServerRendering } from './client_rendering.ts'
import type { Visitor } from './visitor.ts'

/** A pattern for calls: the path without the query, and optionally the method. */
export interface Calls {
  path: string | RegExp
  method?: string
}

export type Answer = Parameters<Route['fulfill']>[0]

/** A failure without a message, so that the page shows its own. */
export const failure = { status: 500, json: { message: '', code: 'internal_error' } } satisfies Answer

/** The response to a call without a session. */
export const signedOut = { status: 401, json: { message: '', code: 'signed_out' } } satisfies Answer

/** Brings a page into any state: holds, answers or changes calls until the next state. */
export class Walk {
  readonly page: Page
  readonly visitor: Visitor
  readonly #toasts: string[] = []

  private constructor(readonly scene: Pick<JourneyContext, 'stage' | 'visitor' | 'page' | 'client'>) {
    this.page = scene.page
    this.visitor = scene.visitor
  }

  static async begin(scene: Pick<JourneyContext, 'stage' | 'visitor' | 'page' | 'client'>): Promise<Walk> {
    const walk = new Walk(scene)
    await scene.visitor.context.exposeBinding('onToast', (_source, text: string) => void walk.#toasts.push(text))
    await scene.visitor.context.addInitScript(recordToasts)
    return walk
  }

  get stage() {
    return this.scene.stage
  }

  /** The account of the visitor. */
  get client() {
    return this.scene.client!
  }

  /** The texts of all toasts and alerts so far. */
  get toasts(): readonly string[] {
    return this.#toasts
  }

  /** Runs `act` and waits for a toast that contains all texts. The toast may be closed by then. */
  async expectToast(texts: readonly string[], act: () => Promise<unknown>): Promise<void> {
    const before = this.#toasts.length
    await act()
    await until(
      async () => this.#toasts.slice(before).some((toast) => texts.every((text) => toast.includes(text))),
      `a toast says ${texts.join(' / ')}; got ${JSON.stringify(this.#toasts.slice(before))}`
    )
  }

  /** Keeps these calls pending. */
  hold(path: Calls['path'], method?: string): Promise<void> {
    return this.#route({ path, method }, async () => {})
  }

  /** Answers these calls with this response, so that they never reach the server. */
  answer(path: Calls['path'], answer: Answer, method?: string): Promise<void> {
    return this.#route({ path, method }, async (route) => {
      this.#expect(route, answer?.status ?? 200)
      await route.fulfill(answer)
    })
  }

  /** Fails these calls as without a network. */
  cut(path: Calls['path'], method?: string): Promise<void> {
    return this.#route({ path, method }, (route) => {
      this.visitor.tolerate(new RegExp(`^failed: ${route.request().method()} ${escaped(route.request().url())}`))
      return route.abort('failed')
    })
  }

  /** Changes the server's response to these calls. */
  change<Body>(path: Calls['path'], change: (body: Body) => unknown): Promise<void> {
    return this.#route({ path, method: 'GET' }, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as Body) })
    })
  }

  /** Runs `act` and waits for the redirect to the sign-in page. The page stays open, because the redirect gets a 204. */
  async expectSignInRedirect(act: () => Promise<unknown>): Promise<void> {
    await this.answer('/api/login', { status: 204 })
    const isLeaving = this.page.waitForRequest((request) => new URL(request.url()).pathname === '/api/login')
    await act()
    await isLeaving
  }

  /** Removes all routes. */
  async release(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  async #route({ path, method }: Calls, handle: (route: Route) => Promise<unknown>): Promise<void> {
    await withoutServerRendering(this.page)
    const pattern = new RegExp(`^[^?#]*${typeof path === 'string' ? `${escaped(path)}` : path.source}(\\?|$)`)
    await this.page.route(pattern, async (route) => {
      if (method !== undefined && route.request().method() !== method) return route.fallback()
      // The page may have navigated away.
      await handle(route).catch(() => {})
    })
  }

  /** Expects error responses of the walk itself. */
  #expect(route: Route, status: number): void {
    const { pathname } = new URL(route.request().url())
    if (status >= 400) this.visitor.tolerate(new RegExp(`^answer: \\w+ ${escaped(pathname)} ${status}$`))
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Records every toast and alert as it appears, because a toast closes after five seconds and a slow test may look later. */
const recordToasts = `(() => {
  const shown = '[role="region"][aria-label^="Notification"] li, [role="alertdialog"]'
  let last = ''
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll(shown)) {
      const text = toast.innerText.replaceAll(/\\s+/g, ' ')
      if (text !== last) onToast(text)
      last = text
    }
    if (!document.querySelector(shown)) last = ''
  }).observe(document, { subtree: true, childList: true, characterData: true })
})()`

/** Dismisses the visible toast. */
export const dismissNotice = async (page: Page) => {
  const dismiss = on(page).toasts.getByRole('button', { name: 'Dismiss' })
  if (await dismiss.isVisible()) await dismiss.click({ timeout: 2_000 }).catch(() => {})
}
