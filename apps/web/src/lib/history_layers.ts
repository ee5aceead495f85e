import { isServerRender } from './server_render.ts'

/*
 * Open dialogs and sheets in the browser's history. Each has an entry with the address of its page, so that Back closes it. The router
 * ignores these entries, because they have the index of the page's entry.
 */

/** The functions that close the open layers, innermost last. */
const layers: (() => void)[] = []
/** Runs after the traversal in progress; null without one. */
let waiting: (() => void)[] | null = null
/** A browser may drop a traversal. */
const traversalTimeoutMs = 1_000
let timeout: ReturnType<typeof setTimeout>

interface EntryState {
  /** How many layers were open; undefined for the entry of a page. */
  layers?: number
  index?: number
}
const state = (): EntryState => (window.history.state as EntryState | null) ?? {}
const depth = (): number => state().layers ?? 0

/** Like `history.go`, from the entry of the page below the layers. */
export function traverse(steps: number): void {
  go(steps - depth())
}

/** Runs now, or after the traversal in progress. A new entry would cancel it. */
export function afterTraversal(run: () => void): void {
  if (waiting) waiting.push(run)
  else run()
}

/** Turns the entry of a layer into one that a new page may replace. Returns whether the present entry was a layer's. */
export function releaseLayerEntry(): boolean {
  const { layers, ...page } = state()
  if (!layers) return false
  window.history.replaceState({ ...page, index: (page.index ?? 0) + 1 }, '')
  return true
}

/** Adds a history entry. Back removes it and calls `close`. Returns a function that removes it because the layer has closed. */
export function openLayer(close: () => void): () => void {
  layers.push(close)
  queueMicrotask(reconcile)
  return () => {
    layers.splice(layers.lastIndexOf(close), 1)
    queueMicrotask(reconcile)
  }
}

/** Adds or removes entries until there is one for each layer. In a microtask, so that a layer that replaces another takes its entry. */
function reconcile(): void {
  if (waiting) return
  if (depth() > layers.length) return go(layers.length - depth())
  while (depth() < layers.length) window.history.pushState({ ...state(), layers: depth() + 1 }, '')
}

function go(steps: number): void {
  waiting ??= []
  window.history.go(steps)
  clearTimeout(timeout)
  timeout = setTimeout(settle, traversalTimeoutMs)
}

function settle(): void {
  clearTimeout(timeout)
  const runs = waiting ?? []
  waiting = null
  for (const run of runs) run()
}

function onPopState(): void {
  if (waiting) {
    settle()
    queueMicrotask(reconcile)
  }
  // The entry of a closed layer, by Forward.
  else if (depth() > layers.length) reconcile()
  else for (const close of layers.slice(depth()).toReversed()) close()
}

if (!isServerRender) window.addEventListener('popstate', onPopState)
