/** Asks whether the server is there again, and then loads the page that was wanted: its address is still in the bar. */
const everyMs = 4_000
const patienceMs = 10_000

const state = document.getElementById('state')
let isAsking = false

async function ask(): Promise<boolean> {
  if (isAsking) return false
  isAsking = true
  try {
    const { ok } = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    if (ok) window.location.reload()
    return ok
  } catch {
    return false
  } finally {
    isAsking = false
  }
}

document.querySelector('button')?.addEventListener('click', async () => {
  if (state) state.textContent = 'Trying…'
  if (!(await ask()) && state) state.textContent = 'Still no connection.'
})

const askIfSeen = () => {
  if (document.visibilityState === 'visible') void ask()
}
window.addEventListener('online', askIfSeen)
document.addEventListener('visibilitychange', askIfSeen)
setInterval(askIfSeen, everyMs)
