import { use, useEffect, useRef, useState } from 'react'
import { BlockNavigation } from '#web/lib/browser_history'
import { isRedirectingToSignIn } from './sign_in_redirect.ts'

interface LeaveGuardOptions {
  /** Whether there are unsaved changes. */
  isActive: boolean
}

export interface LeaveGuard {
  /** The reader wants to leave and has not answered yet. */
  isAsking: boolean
  leave(): void
  stay(): void
  /** Stops asking, because the changes are saved. */
  release(): void
}

/**
 * Asks before the reader leaves a page with unsaved changes: by a link, by going back or forward and, with the browser's own dialog, by
 * closing the tab.
 */
export function useLeaveGuard({ isActive }: LeaveGuardOptions): LeaveGuard {
  const block = use(BlockNavigation)
  const [pending, setPending] = useState<(() => void) | null>(null)
  const isReleased = useRef(false)

  useEffect(() => {
    if (!isActive || isReleased.current) return
    const present = window.location.pathname
    const unblock = block(({ pathname, proceed }) => {
      if (isReleased.current || pathname === present) return false
      setPending(() => proceed)
      return true
    })
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isReleased.current && !isRedirectingToSignIn()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      unblock()
      window.removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [isActive, block])

  return {
    isAsking: pending !== null,
    leave: () => {
      isReleased.current = true
      setPending(null)
      pending?.()
    },
    stay: () => setPending(null),
    release: () => {
      isReleased.current = true
    },
  }
}
