import type { Suite, Test } from '@japa/runner/core'
import type { RunnerEvents } from '@japa/runner/types'

/**
 * A second try for the tests of a suite that has real processes, timers and leases on a real machine, which may be out of breath. What
 * went wrong at the first is told, and who needed the second is named in the end: one that needs it often is to be looked at.
 */
export const giveSecondTry = (suite: Suite) =>
  suite.onGroup((group) =>
    group.tap((test) => {
      test.retry(1)
      test.setup(tellWhatGoesWrong)
    })
  )

const tellWhatGoesWrong = ({ options }: Test) => {
  const { executor, title } = options
  options.executor = async (...args: any[]) => {
    try {
      return await (executor as any)(...args)
    } catch (error) {
      console.error(`Went wrong, perhaps not for the last time: ${title}\n`, error)
      throw error
    }
  }
}

/** Who got through at the second try. */
export class SecondTries {
  readonly #titles: string[] = []

  note({ hasError, retryAttempt, title }: RunnerEvents['test:end']) {
    if (!hasError && (retryAttempt ?? 1) > 1) this.#titles.push(title.expanded)
  }

  tell() {
    for (const title of this.#titles) console.error(`Needed a second try: ${title}`)
  }
}
