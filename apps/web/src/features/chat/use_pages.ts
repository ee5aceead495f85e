import { useEffect, useRef, useState } from 'react'

/** Returns `load`, which loads a page and resolves to false after a failure. Then, a toast says why, and only a button should load more. */
export function usePages(loadPage: () => Promise<boolean>) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const load = () => {
    if (state === 'loading') return
    setState('loading')
    void loadPage().then((isLoaded) => {
      if (isOpen.current) setState(isLoaded ? 'idle' : 'failed')
    })
  }
  return { isLoading: state === 'loading', hasFailed: state === 'failed', load }
}
