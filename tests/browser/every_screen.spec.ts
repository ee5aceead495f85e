import { test } from '@japa/runner'
import { promisedTexts, type PromisedText } from '#tests/fixtures/texts'
import { screenNames } from '#web/screens'
import { journey, type JourneyOptions, type Scene } from './support/journey.ts'
import { framesLater, hiddenFocus, look, sizes, type Size } from './support/look.ts'
import { picturesDrawn } from './support/screens.ts'
import { Walk } from './support/walk.ts'
import { allScreens } from './screens/all_screens.ts'
import { landing } from './screens/visitors.ts'
import { usualStates, type Screen } from './screens/screen.ts'

const sizeNames = ['large', 'small'] as const

/** Through all its states and notices; gives what is wrong with them, promised texts that were not shown among it. */
const walkThrough = async (walk: Walk, screen: Screen): Promise<string[]> => {
  const { page, visitor } = walk
  const found: string[] = []
  const shown: Record<Size, string[]> = { large: [], small: [] }
  const tell = (where: string, lines: readonly string[]) =>
    found.push(...lines.map((line) => `${screen.name}, ${where}: ${line}`))
  let known = visitor.unexpected().length
  const tellProblems = (where: string) => {
    const problems = visitor.unexpected()
    tell(where, problems.slice(known))
    known = problems.length
  }

  await screen.prepare?.(walk)
  for (const [name, { bring, again, ...options }] of Object.entries(screen.states)) {
    await walk.release()
    await stage(`${screen.name}, ${name}`, () => bring(walk))
    const looked = await look(page, { ...options, again: again && (() => again(walk)) })
    tell(name, looked.found)
    for (const size of sizeNames) shown[size].push(looked.texts[size] ?? '')
    tellProblems(name)
  }
  if (screen.stops) tell('tabbing through it', await hiddenFocus(page, screen.stops))
  for (const size of screen.notices ? sizeNames : []) {
    await walk.release()
    await page.setViewportSize(sizes[size])
    const before = walk.said.length
    await stage(`${screen.name}, its notices`, () => screen.notices!.open(walk))
    for (const { says, by } of screen.notices!.all) {
      await stage(`${screen.name}, ${says.join(' / ')}`, () => walk.hears(says, () => by(walk)))
      await walk.release()
    }
    shown[size].push(walk.said.slice(before).join('\n'))
    tellProblems(`notices, ${size}`)
  }
  await page.setViewportSize(sizes.large)
  for (const size of sizeNames) {
    const all = shown[size].join('\n')
    const missing = promisedTexts.filter((one) => one.screen === screen.name && isMissing(one, size, all))
    tell(
      `${size}, never said`,
      missing.map(({ chapter, text }) => `${String(text)} (${chapter})`)
    )
  }
  return found
}

const isMissing = ({ text, only }: PromisedText, size: Size, all: string): boolean =>
  !(only === 'large' && size === 'small') && !(typeof text === 'string' ? all.includes(text) : text.test(all))

/** What fails is said by the name of the state that could not be reached. */
const stage = async (name: string, run: () => Promise<unknown>) => {
  try {
    await run()
  } catch (cause) {
    throw new Error(`Not reached: ${name}`, { cause })
  }
}

const walkAll = async (scene: Scene, screens: readonly Screen[]) => {
  const walk = await Walk.begin(scene)
  const found: string[] = []
  for (const screen of screens) found.push(...(await walkThrough(walk, screen)))
  scene.assert.deepEqual(found, [])
}

test.group('Nothing that axe objects to, nothing that sticks out, nothing unsaid, in', () => {
  for (const [who, options] of [
    ['stranger', {}],
    ['user', { rubies: 50 }],
    ['admin', { rubies: 50 }],
  ] as const)
    for (const screen of allScreens.filter((one) => one.who === who))
      journey(
        `all states of ${screen.name}`,
        { ...options, ...sizes.large } satisfies JourneyOptions,
        async (scene) => {
          if (who === 'admin') await scene.stage.makeAdmin(scene.client!)
          await walkAll(scene, [screen])
        }
        // A long way: each step of it has a time of its own.
      ).disableTimeout()

  journey('what stands still for whoever wants stillness', { ...sizes.large }, async (scene) => {
    const { page } = scene
    const walk = await Walk.begin(scene)
    await landing.states.done!.bring(walk)
    await picturesDrawn(page)
    const places = [0, 900, 1_800]
    for (const y of places) {
      await page.evaluate(`scrollTo(0, ${y})`)
      await picturesDrawn(page)
      await page.evaluate(framesLater)
      // A font or a picture may still be on its way; what drifts never comes to rest.
      let last = await page.screenshot()
      let isStill = false
      for (let looks = 0; looks < 20 && !isStill; looks++) {
        await page.waitForTimeout(600)
        const next = await page.screenshot()
        isStill = next.equals(last)
        last = next
      }
      scene.assert.isTrue(isStill, `${y} pixels down nothing moves by itself`)
    }
  })

  test('covers every screen of the app, and every usual state unless it says why not', ({ assert }) => {
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

  test('says where each promised text is shown, by a screen that is walked through', ({ assert }) => {
    const names = new Set(allScreens.map(({ name }) => name))
    assert.deepEqual(
      promisedTexts.filter(({ screen }) => !names.has(screen)),
      []
    )
  })
})
