/** How often a tab that is looked at asks, at most, and how often one that stays open does. */
const restMs = 60_000
const everyMs = 3_600_000

/** The build that this page is of; null in development, which has none. */
const ownBuild = (): string | null => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null

/**
 * Whether the server has another build than this page is of. The service worker knows: the browser compares it with the
 * server's at each check, and a new one tells its build to all tabs. Without a worker there is never a new version.
 */
class NewVersion {
  readonly #listeners = new Set<() => void>()
  /** The one that the worker is of. */
  #newest: string | null = null
  #dismissed: string | null = null
  #askedAt = -Infinity

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** To be offered: there is one, and it was not sent away. */
  isOffered = (): boolean =>
    this.#newest !== null && this.#newest !== ownBuild() && this.#newest !== this.#dismissed && ownBuild() !== null

  dismiss(): void {
    this.#dismissed = this.#newest
    this.#tell()
  }

  /** Listens, and asks now and then, until what it gives is called. */
  start(): () => void {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
    if (!container) return () => {}
    const onVisibility = () => {
      if (document.visibilityState === 'visible' && performance.now() - this.#askedAt > restMs) void this.check()
    }
    const timer = setInterval(() => void this.check(), everyMs)
    container.addEventListener('message', this.#hear)
    container.startMessages()
    document.addEventListener('visibilitychange', onVisibility)
    void container.ready.then(({ active }) => active?.postMessage('which build?'))
    return () => {
      clearInterval(timer)
      container.removeEventListener('message', this.#hear)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }

  /** Asks the server now. Away, it tells nothing. */
  async check(): Promise<void> {
    this.#askedAt = performance.now()
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
    await registration?.update().catch(() => {})
    registration?.active?.postMessage('which build?')
  }

  #hear = ({ data, source }: MessageEvent): void => {
    const build = (data as { build?: unknown } | null)?.build
    if (typeof build !== 'string' || build === this.#newest) return
    this.#newest = build
    // While it can still be had: a tab may outlive its build on the server.
    if (build === ownBuild() && !savesData()) (source as ServiceWorker | null)?.postMessage('keep the build')
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

export const newVersion = new NewVersion()
