import { deferred } from '#web/lib/deferred'

const lockName = 'facet:voice'

/**
 * Takes the voice from the other tab that speaks, if any. Calls `onTaken` when another tab takes it. Returns a function that gives it back.
 * Without locks, which need a secure page, tabs may speak at once.
 */
export function takeVoice(onTaken: () => void): () => void {
  const held = deferred()
  let isHeld = true
  const taken = () => {
    if (isHeld) onTaken()
  }
  // The lock of a tab that steals it aborts the request of the tab that had it.
  void navigator.locks?.request(lockName, { steal: true }, () => held.promise).catch(taken)
  return () => {
    isHeld = false
    held.resolve()
  }
}
