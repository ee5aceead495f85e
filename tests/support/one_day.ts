import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'

const today = () => new Date().toISOString().slice(0, 10)

/** Defines a test about one day (UTC). If midnight passes while it runs, its outcome says nothing, so it runs on the new day. */
export const testWithinOneDay = (title: string, run: (context: TestContext) => Promise<void>) =>
  test(title, async (context) => {
    const day = today()
    try {
      await run(context)
    } catch (error) {
      if (today() === day) throw error
      await run(context)
    }
  })
