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
  process.once('SIGINT', () => leave(130, 'Stopped: cleaning up.'))
  process.once('SIGTERM', () => leave(143, 'Stopped: cleaning up.'))
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
