/**
 * Runs inside the server (`node --import`) and measures how long tasks hold its event loop. Answers on LOOP_WATCH_PORT: `/held` with the
 * longest times in ms since the last call, `/age` after moving the server's clock by LOOP_WATCH_AGE_MS, so that cached pages expire.
 * `heldMs` is the delay of a timer, `cpuMs` the CPU time of the loop's thread meanwhile. For the rest, the thread waited for a core.
 */
import http from 'node:http'

const intervalMs = 1
const now = performance.now.bind(performance)
let aheadMs = 0
performance.now = () => now() + aheadMs

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let longest = { heldMs: 0, cpuMs: 0 }

function watch() {
  const startMs = now()
  const startCpuMs = cpuMs()
  const measure = () => {
    const heldMs = Math.max(0, now() - startMs - intervalMs)
    longest = {
      heldMs: Math.max(longest.heldMs, heldMs),
      // Work within the interval does not delay the timer.
      cpuMs: Math.max(longest.cpuMs, Math.min(heldMs, cpuMs() - startCpuMs)),
    }
    watch()
  }
  setTimeout(measure, intervalMs).unref()
}
watch()

const server = http.createServer((request, response) => {
  if (request.url === '/age') aheadMs += Number(process.env.LOOP_WATCH_AGE_MS)
  // The timer is due before the answer, so that a task that has just ended counts.
  setTimeout(() => {
    response.end(JSON.stringify(longest))
    longest = { heldMs: 0, cpuMs: 0 }
  }, intervalMs)
})
server.listen(Number(process.env.LOOP_WATCH_PORT), '127.0.0.1').unref()
