/**
 * Runs a benchmark: `bench(undo)` returns the exit code. Functions passed to `undo` run once in reverse order, when the run ends, is
 * interrupted or reaches its deadline.
 */
export async function runWithCleanup(deadlineMs, bench) {
  const steps = []
  let undoing = null
  const tearDown = () =>
    (undoing ??= (async () => {
      for (const step of steps.splice(0).reverse()) {
        await Promise.resolve()
          .then(step)
          .catch((error) => console.error(`While cleaning up: ${error.message}`))
      }
    })())
  const leave = async (code, why) => {
    console.error(why)
    await tearDown()
    process.exit(code)
  }
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }))
    process.once(signal, () => {
      // Ctrl-C arrives from the terminal and from the parent: the second one must not interrupt the cleanup.
      process.on(signal, () => {})
      void leave(code, 'Stopped: cleaning up.')
    })
  setTimeout(() => leave(1, `Not done within ${deadlineMs / 1000} s: cleaning up.`), deadlineMs).unref()

  try {
    process.exitCode = await bench((step) => steps.push(step))
  } catch (error) {
    if (undoing === null) console.error(error.message) // during cleanup, errors only report processes that we stop
    process.exitCode = 1
  } finally {
    await tearDown()
  }
}
