import { useState } from 'react'

/** The help that a chat offers once, until it is left. Kept nowhere else, because it tells something about the user. */
export function useHelpOffer() {
  const [state, setState] = useState<'none' | 'open' | 'closed'>('none')
  return {
    isOpen: state === 'open',
    offer: () => setState((now) => (now === 'none' ? 'open' : now)),
    close: () => setState('closed'),
  }
}
