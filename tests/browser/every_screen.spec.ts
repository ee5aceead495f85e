import { test } from '@japa/runner'
import { requiredTexts, type RequiredText } from '#tests/fixtures/texts'
import { screenNames } from '#web/screens'
import { longRun } from '#tests/support/long_run'
import { journey, type JourneyOptions, type JourneyContext } from './support/journey.ts'
import { frames, framesLater, hiddenFocus, look, sizes, type Size } from './support/look.ts'
import { picturesDrawn } from './support/screens.ts'
import { Walk } from './support/walk.ts'
import { allScreens } from './screens/all_screens.ts'
import { landing } from './screens/visitors.ts'
import { usualStates, type Screen } from './screens/screen.ts'

const sizeNames = ['large', 'small'] as const

/** Walks through all states and toasts of a screen. Returns the problems, including required texts that never appeared. */
const walkThrough = async (walk: Walk, screen: Screen): Promise<string[]> => {
  const { page, visitor } = walk
  const found: string[] = []
  const shown: Record<Size, string[]> = { large: [], small: [] }
  const report = (where: string, lines: readonly string[]) =>
    found.push(...lines.map((line) => `${screen.name}, ${where}: ${line}`))
  let known = visitor.unexpected().length
  const reportProblems = (where: string) => {
    const problems = visitor.unexpected()
    report(where, problems.slice(known))
    known = problems.length
  }

  await screen.prepare?.(walk)
  for (const [name, { bring, again, ...options }] of Object.entries(screen.states)) {
    await walk.release()
    await stage(`${screen.name}, ${name}`, () => bring(walk))
    const looked = await look(page, { ...options, again: again && (() => again(walk)) })
    report(name, looked.found)
    for (const size of sizeNames) shown[size].push(looked.texts[size] ?? '')
    reportProblems(name)
  }
  if (screen.stops) report('tabbing through it', await hiddenFocus(page, screen.stops))
  for (const size of screen.notices ? sizeNames : []) {
    await walk.release()
    await page.setViewportSize(sizes[size])
    const before = walk.toasts.length
    await stage(`${screen.name}, toasts`, () => screen.notices!.open(walk))
    for (const { texts, act } of screen.notices!.all) {
      await stage(`${screen.name}, ${texts.join(' / ')}`, () => walk.expectToast(texts, () => act(walk)))
      await walk.release()
    }
    shown[size].push(walk.toasts.slice(before).join('\n'))
    reportProblems(`toasts, ${size}`)
  }
  await page.setViewportSize(sizes.large)
  for (const size of sizeNames) {
    const all = shown[size].join('\n')
    const missing = requiredTexts.filter((one) => one.screen === screen.name && isMissing(one, size, all))
    report(
      `${size}, text not shown`,
      missing.map(({ chapter, text }) => `${String(text)} (${chapter})`)
    )
  }
  return found
}

const isMissing = ({ text, only }: RequiredText, size: Size, all: string): boolean =>
  !(only === 'large' && size === 'small') && !(typeof text === 'string' ? all.includes(text) : text.test(all))

/** Adds the name of the state to an error. */
const stage = async (name: string, run: () => Promise<unknown>) => {
  try {
    await run()
  } catch (cause) {
    throw new Error(`Not reached: ${name}`, { cause })
  }
}

/** The limit of a walk, twenty times the duration of the longest one. */
const walkLimitMs = 600_000

const walkAll = async (scene: JourneyContext, screens: readonly Screen[]) => {
  const walk = await Walk.begin(scene)
  const found: string[] = []
  for (const screen of screens) found.push(...(await walkThrough(walk, screen)))
  scene.assert.deepEqual(found, [])
}

test.group('No axe violation, no overflow and no missing text in', () => {
  for (const [who, options] of [
    ['visitor', {}],
    ['member', { rubies: 50 }],
    ['admin', { rubies: 50 }],
  ] as const)
    for (const screen of allScreens.filter((one) => one.who === who))
      journey(
        `all states of ${screen.name}`,
        { ...options, ...sizes.large, limitMs: walkLimitMs } satisfies JourneyOptions,
        async (scene) => {
          if (who === 'admin') await scene.stage.makeAdmin(scene.client!)
          await walkAll(scene, [screen])
        }
      )
        .timeout(walkLimitMs + 40_000)
        .tags(longRun)

  journey('the landing page shows no motion with reduced motion', { ...sizes.large }, async (scene) => {
    const { page } = scene
    const walk = await Walk.begin(scene)
    await landing.states.done!.bring(walk)
    await picturesDrawn(page)
    const places = [0, 900, 1_800]
    for (const y of places) {
      await page.evaluate(`scrollTo(0, ${y})`)
      await picturesDrawn(page)
      await page.evaluate(framesLater)
      // A font or a picture may still be loading, so compare until two frames are equal. With motion they never are.
      let last = await page.screenshot()
      let isStill = false
      for (let looks = 0; looks < 20 && !isStill; looks++) {
        await page.evaluate(frames(36))
        const next = await page.screenshot()
        isStill = next.equals(last)
        last = next
      }
      scene.assert.isTrue(isStill, `something moves at ${y} px`)
    }
  }).tags(longRun)

  test('covers every screen of the app, and every usual state or the reason why it has none', ({ assert }) => {
    const covered = new Set(allScreens.map(({ row }) => row))
    assert.deepEqual(
      screenNames.filter((name) => !covered.has(name)),
      []
    )
    const lacking = allScreens.flatMap(({ name, states, without = {} }) =>
      usualStates.filter((state) => !(state in states) === !(state in without)).map((state) => `${name}: ${state}`)
    )
    assert.deepEqual(lacking, [])
  })

  test('every required text belongs to a screen with a walk', ({ assert }) => {
    const names = new Set(allScreens.map(({ name }) => name))
    assert.deepEqual(
      requiredTexts.filter(({ screen }) => !names.has(screen)),
      []
    )
  })
})
