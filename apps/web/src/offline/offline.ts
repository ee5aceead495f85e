/** Polls the server, and reloads when it answers. The address bar still has the address that the reader wanted. */
const intervalMs = 4_000
const timeoutMs = 10_000

const state = document.getElementById('state')
let isPending = false

async function reloadWhenOnline(): Promise<boolean> {
  if (isPending) return false
  isPending = true
  try {
    const { ok } = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
    if (ok) window.location.reload()
    return ok
  } catch {
    return false
  } finally {
    isPending = false
  }
}

document.querySelector('button')?.addEventListener('click', async () => {
  if (state) state.textContent = 'Trying…'
  if (!(await reloadWhenOnline()) && state) state.textContent = 'Still no connection.'
})

const pollIfVisible = () => {
  if (document.visibilityState === 'visible') void reloadWhenOnline()
}
window.addEventListener('online', pollIfVisible)
document.addEventListener('visibilitychange', pollIfVisible)
setInterval(pollIfVisible, intervalMs)
