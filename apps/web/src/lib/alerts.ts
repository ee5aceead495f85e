/** A message that stays until it is read. A newer one replaces it. */
interface AlertMessage {
  title: string
  text: string
}

let current: AlertMessage | null = null
const listeners = new Set<() => void>()

function show(alert: AlertMessage | null) {
  current = alert
  for (const listener of listeners) listener()
}

/** Shows a message in a dialog, which survives a change of the screen. For what the user must not miss; otherwise use a toast. */
export const showAlert = (title: string, text: string): void => show({ title, text })

export const alerts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: (): AlertMessage | null => current,
  dismiss: (): void => show(null),
}
