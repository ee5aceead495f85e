import { useContext, useEffect, useRef, useState } from 'react'
import { UNSAFE_NavigationContext, type Navigator, type To } from 'react-router-dom'
import { holdGate } from './history_gate.ts'
import { isSigningInAgain } from './sign_in_again.ts'

interface LeaveGuardOptions {
  /** Whether there is something to lose. */
  isActive: boolean
  /** Paths that may be gone to all the same, because one comes back from there. */
  exempt?: readonly string[]
}

export interface LeaveGuard {
  /** Someone wants to leave and has not been answered. */
  isAsking: boolean
  leave(): void
  stay(): void
  /** From now on nobody is asked: what there was to lose is saved. */
  release(): void
}

/**
 * Asks before this page is left: by a link or a button of ours, by going back or forward, and (in the browser's own words) by closing
 * the tab. The plain router knows no blocking (docs/decisions/0010), so this does what its data router would:
 * it stands before the two ways out. One is the router's own `push` and `replace`, through which all links and `navigate` go. The
 * other is `popstate`, when the browser has moved already: the router does not hear of it, and we move back, by as many steps
 * as the router's index in `history.state` says.
 */
export function useLeaveGuard({ isActive, exempt = [] }: LeaveGuardOptions): LeaveGuard {
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const [pending, setPending] = useState<(() => void) | null>(null)
  const isReleased = useRef(false)
  const exempted = useRef(exempt)
  useEffect(() => {
    exempted.current = exempt
  })

  useEffect(() => {
    if (!isActive || isReleased.current) return
    const here = window.location.pathname
    const index = indexOf(window.history.state)
    const ask = (go: () => void) => setPending(() => go)

    const { push, replace } = navigator
    const guarded =
      (move: Navigator['push']): Navigator['push'] =>
      (to, state, options) => {
        const path = pathOf(to, here)
        if (isReleased.current || path === here || exempted.current.includes(path)) move(to, state, options)
        else ask(() => move(to, state, options))
      }
    navigator.push = guarded(push)
    navigator.replace = guarded(replace)

    const onPopState = (event: PopStateEvent) => {
      if (isReleased.current) return
      const steps = index - indexOf(event.state)
      // Not a number: an entry that is not the router's, as after a jump within the page.
      if (steps !== 0 && !Number.isNaN(steps)) {
        ask(() => window.history.go(-steps))
        window.history.go(steps)
      }
      event.stopImmediatePropagation()
    }
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isReleased.current && !isSigningInAgain()) event.preventDefault()
    }
    const leaveGate = holdGate(onPopState)
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      navigator.push = push
      navigator.replace = replace
      leaveGate()
      window.removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [isActive, navigator])

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

const indexOf = (state: unknown): number => Number((state as { idx?: unknown } | null)?.idx ?? Number.NaN)

const pathOf = (to: To, here: string): string =>
  typeof to === 'string' ? new URL(to, window.location.origin).pathname : (to.pathname ?? here)
