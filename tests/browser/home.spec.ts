import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { boxOf } from './support/box.ts'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on } from './support/screens.ts'

test.group('Home', () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    journey(
      `greets a returning user with the chat left open and the daily reward, ${width} px wide`,
      { rubies: 50, width, height },
      async ({ assert, stage, page, client }) => {
        const [chat] = await stage.chats(client!, 1)
        const { body } = await client!.get(`/api/characters/${chat!.characterId}`)
        await page.goto('/')
        const greeting = page.getByRole('region', { name: 'Welcome back, Robin' })
        const link = greeting.getByRole('link', { name: `Continue with ${body.name}` })
        await link.waitFor()
        await greeting.getByText('Good evening.').waitFor()
        await on(page).dailyReward.waitFor()
        const face = await boxOf(page.getByRole('main').locator('section ul img, article img').first())
        assert.isBelow(face.y + face.height / 2, height, 'the first row of the gallery is on the same screen')
        assert.deepEqual(await sidewaysOverflow(page), [])
        assert.deepEqual(await axeViolations(page), [])

        await link.click()
        await on(page).composer.waitFor()
        assert.equal(new URL(page.url()).searchParams.get('session'), chat!.sessionId)
        await page.goBack()
        await link.waitFor()
        await on(page).dailyReward.getByRole('button', { name: 'Claim 10 rubies' }).click()
        await on(page).toasts.getByText('Daily Reward Claimed').waitFor()
        await on(page).dailyReward.waitFor({ state: 'detached' })
        await link.waitFor()
      }
    ).tags(width === 390 ? [] : longRun)
})
