import { isStatus, sentenceOf } from './api_error.ts'
import { createStore } from './store.ts'

interface ToastAction {
  label: string
  run(): void
}

/** A short notice. At most one is visible; a newer one replaces it. */
export interface Toast {
  id: number
  title: string
  description?: string
  destructive: boolean
  action?: ToastAction
}

const store = createStore<Toast | null>(null)
let lastId = 0

/** Shows a toast. Callable from anywhere, also outside components. */
export function toast(title: string, description?: string, action?: ToastAction): void {
  store.set({ id: (lastId += 1), title, description, destructive: false, action })
}

/** Shows a toast that offers to undo what has happened. */
export const toastUndo = (title: string, run: () => void, description?: string): void =>
  toast(title, description, { label: 'Undo', run })

/** Shows a toast in the style of errors. */
export function toastFailure(title: string, description?: string): void {
  store.set({ id: (lastId += 1), title, description, destructive: true })
}

/** Shows why a call failed. Not for 401, because the query client handles it for all calls. */
export function toastError(error: unknown, fallback: string, title = 'Error'): void {
  if (!isStatus(error, 401)) toastFailure(title, sentenceOf(error, fallback))
}

/** Runs an action of the user, and shows why it failed. */
export async function attempt(fallback: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action()
  } catch (error) {
    toastError(error, fallback)
  }
}

export const toasts = {
  ...store,
  /** Hides the toast, unless a newer one has replaced it. */
  dismiss(id: number): void {
    if (store.current()?.id === id) store.set(null)
  },
  /** Hides a toast whose action may no longer apply. */
  dismissAction(): void {
    if (store.current()?.action) store.set(null)
  },
}
