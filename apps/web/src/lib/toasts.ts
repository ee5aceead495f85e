/** What can be done about a notice, as long as it stands. */
export interface ToastAction {
  label: string
  run(): void
}

/** One short notice. At most one is visible; a newer one takes its place. */
export interface Toast {
  id: number
  title: string
  description?: string
  destructive: boolean
  action?: ToastAction
}

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(toast: Toast | null) {
  current = toast
  for (const listener of listeners) listener()
}

/** Shows a toast; callable from anywhere, stores and query callbacks too. */
export function toast(title: string, description?: string, action?: ToastAction): void {
  show({ id: (lastId += 1), title, description, destructive: false, action })
}

/** The same in the destructive style, for failures. */
export function toastFailure(title: string, description?: string): void {
  show({ id: (lastId += 1), title, description, destructive: true })
}

export const toasts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: (): Toast | null => current,
  /** Takes the toast away, unless a newer one stands in its place by now. */
  dismiss(id: number): void {
    if (current?.id === id) show(null)
  },
}
