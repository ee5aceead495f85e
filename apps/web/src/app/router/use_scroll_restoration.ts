import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { HistoryEntryStore } from '#web/lib/history_entry_store'

/** How long to wait for a page to grow to its saved position. */
const giveUpAfterMs = 2_000

const positions = new HistoryEntryStore<number>('facet:scroll')

/**
 * Restores the scroll position on a step back or forward and after a reload; a new page starts at the top. A change of the query alone
 * does not scroll. React Router's `ScrollRestoration` needs the data router, and scrolls before a list has grown (docs/decisions/0044).
 */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef({ key, pathname: '' })

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () => positions.set(shown.current.key, window.scrollY)
    const save = () => positions.save()
    window.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('scroll', remember)
      window.removeEventListener('pagehide', save)
    }
  }, [])

  useLayoutEffect(() => {
    const isSamePage = shown.current.pathname === pathname
    const isFirstPage = shown.current.pathname === ''
    shown.current = { key, pathname }
    if (isSamePage) return
    // The reader may have scrolled the server-rendered page already.
    if (type === 'POP') return scrollWhenPossible(positions.get(key) ?? (isFirstPage ? window.scrollY : 0))
    window.scrollTo(0, 0)
  }, [key, pathname, type])
}

/** Scrolls now, and again until the page is long enough or the reader interacts. Returns a function that cancels. */
function scrollWhenPossible(top: number): () => void {
  const end = new AbortController()
  const attempt = () => {
    window.scrollTo(0, top)
    if (document.documentElement.scrollHeight - window.innerHeight >= top) end.abort()
  }
  attempt()
  if (end.signal.aborted) return () => {}
  const observer = new ResizeObserver(attempt)
  observer.observe(document.body)
  const timer = setTimeout(() => end.abort(), giveUpAfterMs)
  end.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(type, () => end.abort(), { passive: true, signal: end.signal })
  return () => end.abort()
}
