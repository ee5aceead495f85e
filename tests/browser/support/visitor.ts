import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Client } from '#tests/support/client'
import { sharedChromium } from './chromium.ts'

export interface VisitorOptions {
  /** The base URL of relative addresses. */
  url: string
  width?: number
  height?: number
  /** The pixels per CSS pixel. */
  scale?: number
  colorScheme?: 'dark' | 'light'
  javaScript?: boolean
  /** Service workers are blocked by default, because they would hide requests from the routes of a test. */
  serviceWorkers?: 'allow' | 'block'
  /** Signs in as this account. */
  as?: Client
}

/** The limit of a single wait. It is generous, because only a failure waits so long. */
const waitTimeoutMs = 60_000

/** A browser context, which records the errors of all its tabs. */
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
      deviceScaleFactor: options.scale ?? 1,
      colorScheme: options.colorScheme ?? 'dark',
      javaScriptEnabled: options.javaScript ?? true,
      serviceWorkers: options.serviceWorkers ?? 'block',
      // A check during a transition would measure neither of its colors.
      reducedMotion: 'reduce',
      locale: 'en-US',
    } satisfies BrowserContextOptions)
    context.setDefaultTimeout(waitTimeoutMs)
    if (as) {
      const [name, value] = as.cookie.split('=') as [string, string]
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
    }
    const visitor = new Visitor(context, await context.newPage())
    visitor.#watch()
    return visitor
  }

  /** Expects problems that match one of these patterns, including earlier ones. */
  tolerate(...patterns: RegExp[]): void {
    this.#tolerated.push(...patterns)
  }

  unexpected(): string[] {
    return this.problems.filter((problem) => !this.#tolerated.some((pattern) => pattern.test(problem)))
  }

  #watch(): void {
    const { context, problems } = this
    // Playwright intercepts file choosers a moment after the first listener was added. A chooser that opens sooner is lost.
    for (const page of context.pages()) page.on('filechooser', () => {})
    context.on('page', (page) => page.on('filechooser', () => {}))
    context.on('weberror', (error) => problems.push(`error: ${error.error().stack}`))
    context.on('console', (message) => {
      // The browser's message about a failed request has no address; the listeners below report it.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        problems.push(`console: ${message.text()}`)
      }
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // Leaving a page aborts its open requests.
      if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.method()} ${request.url()} ${reason}`)
    })
    context.on('response', (response) => {
      const status = response.status()
      const path = new URL(response.url()).pathname
      // The app learns from this 401 that the visitor is signed out.
      if (status >= 400 && !(status === 401 && path === '/api/auth/user')) {
        problems.push(`answer: ${response.request().method()} ${path} ${status}`)
      }
    })
  }
}
