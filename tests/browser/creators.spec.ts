import { test } from '@japa/runner'
import type { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { journey, type JourneyContext, type JourneyOptions } from './support/journey.ts'
import { createCreator } from './screens/creator.ts'
import { sidewaysOverflow } from './support/overflow.ts'

let count = 0

interface Creator {
  creator: Client
  username: string
  /** Publishes a character, which is deleted after the journey. */
  publish: () => Promise<{ id: string; name: string }>
}

/** Runs a journey with a creator. */
const journeyToCreator = (
  title: string,
  options: JourneyOptions,
  run: (scene: JourneyContext & Creator) => Promise<void>
) =>
  journey(title, options, async (scene) => {
    const { stage } = scene
    const username = `ines_${process.pid}_${Date.now().toString(36)}_${++count}`
    const { creator } = await createCreator({ stage }, username)
    const published: string[] = []
    const publish = async () => {
      const { body: known } = await creator.get(`/api/characters/${stage.characterIds[0]}`)
      const texts = { description: 'Mends nets.', backstory: 'Born at sea.', personality: 'Calm.' }
      const draft = { name: `Odo ${++count}, ${username.slice(-6)}`, avatar: known.avatar, ...texts }
      const { status, body, text } = await creator.post('/api/characters', draft)
      if (status !== 201) throw new Error(text)
      published.push(body.id)
      return body
    }
    try {
      await run({ ...scene, creator, username, publish })
    } finally {
      for (const id of published) await creator.call(`/api/characters/${id}`, { method: 'DELETE' })
    }
  })

test.group('Creators', () => {
  for (const window of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])
    journeyToCreator(
      `a reader follows a creator, who publishes, and the gallery shows it at ${window.width} px`,
      { ...window, rubies: 50 },
      async ({ assert, page, username, publish }) => {
        await page.goto(`/?q=${username}`)
        const people = page.getByRole('region', { name: 'People' })
        await people.getByRole('link', { name: 'Ines Halloran' }).click()
        await page.getByRole('heading', { level: 1, name: 'Ines Halloran' }).waitFor()
        assert.equal(new URL(page.url()).pathname, `/u/${username}`)
        const follow = page.getByRole('button', { name: /^Follow(ing)? Ines Halloran/ })
        const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
        await follow.and(page.locator(':not([aria-disabled])')).click()
        await saved
        await follow.and(page.locator('[aria-pressed=true]')).waitFor()
        await page.getByText('follower', { exact: true }).waitFor()
        assert.deepEqual(await sidewaysOverflow(page), [])

        const { name } = await publish()
        await page.goto('/')
        const row = page.getByRole('region', { name: 'New from creators you follow' })
        await row.getByRole('link', { name }).waitFor()
        assert.deepEqual(await sidewaysOverflow(page), [])
      }
    ).tags(window.width === 390 ? [] : longRun)

  journeyToCreator(
    'a visitor gets from a shared character to its creator, and to an account that follows',
    { width: 390, height: 844 },
    async ({ assert, page, username, publish }) => {
      const { id, name } = await publish()
      await page.goto(`/share/${id}`)
      await page.getByRole('link', { name: username, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Ines Halloran' }).waitFor()
      assert.deepEqual(await sidewaysOverflow(page), [])
      await page.getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.goBack()
      await page.getByRole('link', { name: 'Follow' }).click()
      await page.getByRole('button', { name: 'Create account' }).waitFor()
      assert.include(page.url(), encodeURIComponent(`/u/${username}`))
    }
  )
})
