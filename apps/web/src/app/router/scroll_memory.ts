import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { HistoryNotes } from '../../lib/history_notes.ts'

/** So long a page may take to grow to where it was left. */
const patienceMs = 2_000

/** How far down each page of the history was. */
const positions = new HistoryNotes<number>('facet:scroll')

/**
 * Going back leads to where one was on that page, after a reload too, and a new page begins at its top. A change of the
 * query alone (a filter, a search) moves nothing.
 */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef({ key, pathname: '' })

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const note = () => positions.set(shown.current.key, window.scrollY)
    const keep = () => positions.keep()
    window.addEventListener('scroll', note, { passive: true })
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('scroll', note)
      window.removeEventListener('pagehide', keep)
    }
  }, [])

  useLayoutEffect(() => {
    const isOtherPage = shown.current.pathname !== pathname
    const isFirst = shown.current.pathname === ''
    shown.current = { key, pathname }
    if (!isOtherPage) return
    // What the server has drawn may have been scrolled already.
    if (type === 'POP') return scrollWhenPossible(positions.get(key) ?? (isFirst ? window.scrollY : 0))
    window.scrollTo(0, 0)
  }, [key, pathname, type])
}

/** Scrolls there at once, or as soon as the page is long enough, unless the reader moves first. Returns how to give up. */
function scrollWhenPossible(top: number): () => void {
  const giveUp = new AbortController()
  const attempt = () => {
    window.scrollTo(0, top)
    if (document.documentElement.scrollHeight - window.innerHeight >= top) giveUp.abort()
  }
  attempt()
  if (giveUp.signal.aborted) return () => {}
  const observer = new ResizeObserver(attempt)
  observer.observe(document.body)
  const timer = setTimeout(() => giveUp.abort(), patienceMs)
  giveUp.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(type, () => giveUp.abort(), { passive: true, signal: giveUp.signal })
  return () => giveUp.abort()
}
