import { storage } from './lib/storage.ts'
import './styles/fonts.css'
import './styles/app.css'

/** The app starts after this time even when the browser reports no paint. */
const paintTimeoutMs = 2_000

/**
 * Resolves once the server-rendered page is painted, because loading and running the app takes long. `requestAnimationFrame` would be
 * too early: the frame that follows it may take long as well.
 */
const firstPaint = () =>
  new Promise<unknown>((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return requestAnimationFrame(resolve)
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, paintTimeoutMs)
  })

/** The app starts this long after the first paint even when pictures are still loading. */
const picturesTimeoutMs = 1_000

/** Resolves once the pictures and fonts of the server-rendered page are loaded: the scripts of the app would compete with them. */
const loaded = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') return resolve(null)
    window.addEventListener('load', resolve)
    setTimeout(resolve, picturesTimeoutMs)
  })

const startApp = () => {
  // Loads the chunks of the app in parallel.
  const parts = document.querySelector<HTMLTemplateElement>('#app-parts')
  if (parts) document.head.append(parts.content)
  return import('./main.tsx')
}

/** The server does not know which banners this browser has dismissed. */
const removeDismissed = () => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-unless]')) {
    const { unless = '', unlessIncludes } = element.dataset
    const stored = storage.get(unless)
    if (stored !== null && (unlessIncludes === undefined || stored.split(' ').includes(unlessIncludes)))
      element.remove()
  }
}

removeDismissed()
const isServerRendered = document.getElementById('first-data') !== null
// A hidden tab is never painted.
if (isServerRendered && document.visibilityState === 'visible') void firstPaint().then(loaded).then(startApp)
else void startApp()
