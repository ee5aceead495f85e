import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey, type JourneyContext } from './support/journey.ts'
import { newCharacter } from './support/new_character.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on } from './support/screens.ts'

const newAdultCharacter = async ({ stage }: JourneyContext) => {
  const author = await new Client(stage.server.url).register()
  await newCharacter(author, { name: 'Night Rose', category: 'Limitless' })
}

test.group('Ages', () => {
  for (const [where, size] of [
    ['at a desk', { width: 1440, height: 900 }],
    ['with a phone', { width: 390, height: 844 }],
  ] as const)
    journey(
      `are asked once of users who turned adult content on before, ${where}`,
      { rubies: 50, ownServer: true, ...size },
      async (scene) => {
        const { assert, stage, page, client } = scene
        await newAdultCharacter(scene)
        await stage.db.query('UPDATE users SET limitless_enabled = true WHERE id = $1', [client!.user.id])
        await page.goto('/?q=Night')
        const question = page.getByRole('alertdialog', { name: 'Are you an adult?' })
        await question.waitFor()
        assert.deepEqual(await axeViolations(page), [])
        assert.deepEqual(await sidewaysOverflow(page), [])
        // Until the answer, adult content is covered.
        assert.equal(await on(page).card('Night Rose').count(), 0)
        await question.getByRole('button', { name: 'I’m an adult' }).click()
        await on(page).card('Night Rose').waitFor()
        await page.reload()
        await on(page).card('Night Rose').waitFor()
        assert.equal(await question.count(), 0)
      }
    ).tags(size.width === 390 ? [] : longRun)

  journey(
    'are verified by a provider, to which the browser goes and from which it returns',
    { rubies: 50, ownServer: true, env: { AGE_PROVIDER: 'sandbox' }, width: 390, height: 844 },
    async ({ assert, page, visitor }) => {
      const toggle = page.getByRole('switch', { name: /^Limitless content/ })
      const begin = async () => {
        await page.goto('/settings/content')
        await toggle.click()
        await page.getByRole('button', { name: 'Check my age' }).click()
        await page.getByRole('heading', { name: 'Are you of age?' }).waitFor()
      }
      await begin()
      assert.deepEqual(await axeViolations(page), [])
      assert.deepEqual(await sidewaysOverflow(page), [])
      visitor.tolerate(/^answer: POST \/api\/user\/age-check\/outcome 403$/)
      await page.getByRole('button', { name: 'I am not of age' }).click()
      await on(page).toasts.filter({ hasText: 'adult content stays off' }).waitFor()
      assert.isFalse(await toggle.isChecked())
      await begin()
      await page.getByRole('button', { name: 'I am of age' }).click()
      await on(page).toasts.filter({ hasText: 'Limitless content is on.' }).waitFor()
      assert.isTrue(await toggle.isChecked())
      await page.getByText('Your age was verified.').waitFor()
    }
  )
})
