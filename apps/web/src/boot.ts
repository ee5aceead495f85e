import { storage } from './lib/storage.ts'
import './styles/fonts.css'
import './styles/app.css'

/** What the server has drawn is on the screen, its pictures too, before the app, which is much to fetch and to run, begins. */
const painted = async () => {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
}

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
