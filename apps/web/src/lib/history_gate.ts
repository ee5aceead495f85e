/**
 * Stands before the router when someone goes back or forward. A browser calls the listeners of a window in the order in which they came,
 * whatever `capture` says, so this one comes with the app and not with the screen that needs it.
 */
let gate: ((event: PopStateEvent) => void) | null = null

window.addEventListener('popstate', (event) => gate?.(event), { capture: true })

/** Who hears of a step in the history before the router does, until the returned function is called. */
export function holdGate(its: (event: PopStateEvent) => void): () => void {
  gate = its
  return () => {
    if (gate === its) gate = null
  }
}
