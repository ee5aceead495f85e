import { test } from '@japa/runner'
import { journey } from './support/journey.ts'
import { createCreator } from './screens/creator.ts'
import { sidewaysOverflow } from './support/overflow.ts'

const newName = () => `ines_${process.pid}_${Date.now().toString(36)}`

test.group('Creators', () => {
  for (const window of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])
    journey(
      `a reader follows a creator, who publishes, and the gallery shows it at ${window.width} px`,
      { ...window, rubies: 50 },
      async ({ assert, stage, page }) => {
        const username = newName()
        const { creator } = await createCreator({ stage }, username)
        await page.goto(`/?q=${username}`)
        const people = page.getByRole('region', { name: 'People' })
        await people.getByRole('link', { name: 'Ines Halloran' }).click()
        await page.getByRole('heading', { level: 1, name: 'Ines Halloran' }).waitFor()
        assert.equal(new URL(page.url()).pathname, `/u/${username}`)
        const follow = page.getByRole('button', { name: 'Follow Ines Halloran' })
        await follow.and(page.locator(':not([aria-disabled])')).click()
        await follow.and(page.locator('[aria-pressed=true]')).waitFor()
        assert.deepEqual(await sidewaysOverflow(page), [])
        await page.getByText('follower', { exact: true }).waitFor()

        const { body: known } = await creator.get(`/api/characters/${stage.characterIds[0]}`)
        const texts = { description: 'Mends nets.', backstory: 'Born at sea.', personality: 'Calm.' }
        const name = `Odo ${username.slice(-8)}`
        const { status } = await creator.post('/api/characters', { name, avatar: known.avatar, ...texts })
        assert.equal(status, 201)
        await page.goto('/')
        const row = page.getByRole('region', { name: 'New from creators you follow' })
        await row.getByRole('link', { name }).waitFor()
        assert.deepEqual(await sidewaysOverflow(page), [])
      }
    )

  journey(
    'a visitor gets from a shared character to its creator, and to an account that follows',
    { width: 390, height: 844 },
    async ({ assert, stage, page }) => {
      const username = newName()
      const { creator } = await createCreator({ stage }, username)
      const { body: own } = await creator.get('/api/characters?mine=true&limit=1')
      await page.goto(`/share/${own[0].id}`)
      await page.getByRole('link', { name: username }).click()
      await page.getByRole('heading', { level: 1, name: 'Ines Halloran' }).waitFor()
      assert.deepEqual(await sidewaysOverflow(page), [])
      await page.getByRole('link', { name: own[0].name }).click()
      await page.getByRole('heading', { level: 1, name: own[0].name }).waitFor()
      await page.goBack()
      await page.getByRole('link', { name: 'Follow' }).click()
      await page.getByRole('button', { name: 'Create account' }).waitFor()
      assert.include(page.url(), encodeURIComponent(`/u/${username}`))
    }
  )
})
