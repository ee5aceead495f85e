/** The least time between checks when a tab becomes visible. */
const minIntervalMs = 60_000
const intervalMs = 3_600_000

/** The build id of this page; null in development. */
const ownBuild = (): string | null => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null

/**
 * Detects whether the server has a newer build than this page. On each check, the browser compares its service worker with the server's.
 * A new worker sends its build id to all tabs. Without a service worker, no new version is ever found.
 */
class NewVersion {
  readonly #listeners = new Set<() => void>()
  /** The build id of the service worker. */
  #newest: string | null = null
  #dismissed: string | null = null
  #checkedAt = -Infinity

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** There is a new version, and the reader has not dismissed it. */
  isOffered = (): boolean =>
    this.#newest !== null && this.#newest !== ownBuild() && this.#newest !== this.#dismissed && ownBuild() !== null

  dismiss(): void {
    this.#dismissed = this.#newest
    this.#notify()
  }

  /** Starts listening and checking. Returns a function that stops it. */
  start(): () => void {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
    if (!container) return () => {}
    const onVisibility = () => {
      if (document.visibilityState === 'visible' && performance.now() - this.#checkedAt > minIntervalMs)
        void this.check()
    }
    const timer = setInterval(() => void this.check(), intervalMs)
    container.addEventListener('message', this.#onMessage)
    container.startMessages()
    document.addEventListener('visibilitychange', onVisibility)
    void container.ready.then(({ active }) => active?.postMessage('which build?'))
    return () => {
      clearInterval(timer)
      container.removeEventListener('message', this.#onMessage)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }

  /** Checks now. Errors are ignored. */
  async check(): Promise<void> {
    this.#checkedAt = performance.now()
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
    await registration?.update().catch(() => {})
    registration?.active?.postMessage('which build?')
  }

  #onMessage = ({ data, source }: MessageEvent): void => {
    const build = (data as { build?: unknown } | null)?.build
    if (typeof build !== 'string' || build === this.#newest) return
    this.#newest = build
    // Caches this build while the server still has it, for tabs that stay open longer.
    if (build === ownBuild() && !savesData()) (source as ServiceWorker | null)?.postMessage('keep the build')
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

export const newVersion = new NewVersion()
