import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Client } from '#tests/support/client'
import { sharedChromium } from './chromium.ts'

export interface VisitorOptions {
  /** Where relative addresses lead. */
  url: string
  width?: number
  height?: number
  colorScheme?: 'dark' | 'light'
  javaScript?: boolean
  /** One that stood between a page and the network would hide calls from a test that holds them; so there is none, unless allowed. */
  serviceWorkers?: 'allow' | 'block'
  /** Comes signed in as this account. */
  as?: Client
}

/** What a page may take for one state to follow another on a machine that has other things to do. Only a failure waits so long. */
export const patienceMs = 60_000

/** One person's browser: tabs that share cookies and storage. Notes whatever goes wrong in any of them. */
export class Visitor {
  readonly problems: string[] = []
  #tolerated: RegExp[] = []

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page
  ) {}

  static async open({ url, as, ...options }: VisitorOptions): Promise<Visitor> {
    const browser = await sharedChromium()
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
      colorScheme: options.colorScheme ?? 'dark',
      javaScriptEnabled: options.javaScript ?? true,
      serviceWorkers: options.serviceWorkers ?? 'block',
      // Nothing here is about motion, and a picture of half a transition is nobody's colour.
      reducedMotion: 'reduce',
      locale: 'en-US',
    } satisfies BrowserContextOptions)
    context.setDefaultTimeout(patienceMs)
    if (as) {
      const [name, value] = as.cookie.split('=') as [string, string]
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
    }
    const visitor = new Visitor(context, await context.newPage())
    visitor.#watch()
    return visitor
  }

  /** From now on a problem that fits is part of the story. */
  tolerate(...patterns: RegExp[]): void {
    this.#tolerated.push(...patterns)
  }

  /** What went wrong and was not meant to. */
  unexpected(): string[] {
    return this.problems.filter((problem) => !this.#tolerated.some((pattern) => pattern.test(problem)))
  }

  #watch(): void {
    const { context, problems } = this
    // Playwright intercepts file choosers from the first listener on, a moment after it was added: one that opens sooner is lost.
    for (const page of context.pages()) page.on('filechooser', () => {})
    context.on('page', (page) => page.on('filechooser', () => {}))
    context.on('weberror', (error) => problems.push(`error: ${error.error().stack}`))
    context.on('console', (message) => {
      // The browser's own line about a failed request names no address; the two listeners below do.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        problems.push(`console: ${message.text()}`)
      }
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // Leaving a page aborts what it was still loading, a stream for one.
      if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.method()} ${request.url()} ${reason}`)
    })
    context.on('response', (response) => {
      const status = response.status()
      const path = new URL(response.url()).pathname
      // Asking who is there is how a page learns that nobody is.
      if (status >= 400 && !(status === 401 && path === '/api/auth/user')) {
        problems.push(`answer: ${response.request().method()} ${path} ${status}`)
      }
    })
  }
}
