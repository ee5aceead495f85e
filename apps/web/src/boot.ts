import { storage } from './lib/storage.ts'
import './styles/fonts.css'
import './styles/app.css'

/** Who is not shown it in that time gets the app all the same. */
const patienceMs = 2_000

/**
 * Until what the server has drawn is on the screen, its pictures too: the app is much to fetch and to run. A callback before the next
 * frame would be too early, since that frame may be long in the making; nothing is painted in a tab that nobody looks at.
 */
const painted = () =>
  new Promise<unknown>((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return requestAnimationFrame(resolve)
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, patienceMs)
  })

const begin = () => {
  // What the app begins with, all at once.
  const parts = document.querySelector<HTMLTemplateElement>('#app-parts')
  if (parts) document.head.append(parts.content)
  return import('./main.tsx')
}

/** The server does not know what was sent away in this browser for good. */
const forgetDismissed = () => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-unless]'))
    if (storage.get(element.dataset.unless ?? '') !== null) element.remove()
}

forgetDismissed()
const isDrawn = document.getElementById('first-data') !== null
if (isDrawn && document.visibilityState === 'visible') void painted().then(begin)
else void begin()
