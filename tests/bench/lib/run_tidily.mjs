/**
 * Runs a bench: `bench(undo)` gives the exit code, and whatever it hands to `undo` is undone from the last to the
 * first, once, however the run ends: by itself, by a signal or at its deadline.
 */
export async function runTidily(deadlineMs, bench) {
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
      // Ctrl-C comes from the terminal and by way of who started us: the second one must not cut the cleaning up short.
      process.on(signal, () => {})
      void leave(code, 'Stopped: cleaning up.')
    })
  setTimeout(() => leave(1, `Not done within ${deadlineMs / 1000} s: cleaning up.`), deadlineMs).unref()

  try {
    process.exitCode = await bench((step) => steps.push(step))
  } catch (error) {
    if (undoing === null) console.error(error.message) // else it only says that what we stop has stopped
    process.exitCode = 1
  } finally {
    await tearDown()
  }
}
