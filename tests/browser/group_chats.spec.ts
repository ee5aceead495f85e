import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { speak, type Call } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { on, say, settled } from './support/screens.ts'

const parts = (page: Page) => ({
  characters: page.getByRole('list', { name: 'Characters' }),
  mode: page.getByRole('combobox', { name: 'Who answers' }),
  talk: page.getByRole('button', { name: 'Let them talk', exact: true }),
  progress: page.getByText(/^Talking: /).first(),
})

const chooseMode = async (page: Page, name: string) => {
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/api/group-chats/')
  )
  await parts(page).mode.click()
  await page.getByRole('option', { name }).click()
  await saved
}

test.group('Group chats', () => {
  for (const width of [1440, 390])
    journey(
      `are created, talked in and left to themselves at ${width} pixels`,
      { rubies: 50 },
      async ({ assert, stage, page, client }) => {
        let answers = 0
        const answerAtOnce = () =>
          void (stage.upstream.answer = (call) => speak([`Answer ${++answers}`, ', and more.'])(call))
        answerAtOnce()
        const { body } = await client!.get('/api/characters?limit=3')
        const names: string[] = body.map(({ name }: { name: string }) => name)
        await page.setViewportSize({ width, height: 844 })

        await page.goto('/memory')
        await page.getByRole('button', { name: 'New group' }).click()
        const creation = page.getByRole('dialog', { name: 'New group' })
        await creation.getByRole('textbox', { name: 'Title' }).fill('The pier')
        for (const name of names) await creation.getByRole('button', { name, exact: true }).click()
        assert.deepEqual(await axeViolations(page), [])
        await creation.getByRole('button', { name: 'Start group' }).click()
        await page.getByRole('heading', { name: 'The pier' }).waitFor()
        await on(page).send.waitFor()
        const { characters, talk, progress } = parts(page)
        assert.equal(await on(page).messages.count(), 1)

        // In natural order, the character that the message names answers.
        await say(page, `What do you say, ${names[2]}?`)
        await on(page).messages.getByText('Answer 1, and more.').waitFor()
        await settled(page)
        await on(page).messages.filter({ hasText: 'Answer 1' }).getByText(names[2]!).first().waitFor()
        assert.deepEqual(await axeViolations(page), [])

        // In turn, the first character is next. It is muted, so the second one answers.
        await chooseMode(page, 'In turn')
        await characters.getByRole('button', { name: `Mute ${names[0]}` }).click()
        await characters.getByRole('button', { name: `Unmute ${names[0]}` }).waitFor()
        await say(page, 'And now?')
        await on(page).messages.filter({ hasText: 'Answer 2' }).getByText(names[1]!).first().waitFor()
        await settled(page)

        // A tap lets even a muted character speak.
        await chooseMode(page, 'Tap to speak')
        await say(page, 'Who knows?')
        await on(page).toasts.getByText('Tap a character above the chat.').waitFor()
        await characters.getByRole('button', { name: `Send to ${names[0]}` }).click()
        await on(page).messages.filter({ hasText: 'Answer 3' }).getByText(names[0]!).first().waitFor()
        await settled(page)
        await characters.getByRole('button', { name: `Let speak: ${names[1]}` }).click()
        await on(page).messages.filter({ hasText: 'Answer 4' }).getByText(names[1]!).first().waitFor()
        await settled(page)

        // The second reply of the talk waits for the test.
        const { promise: asked, resolve } = Promise.withResolvers<Call>()
        let calls = 0
        stage.upstream.answer = (call) => (calls++ === 0 ? speak(['Answer 5.'])(call) : resolve(call))
        await talk.click()
        const choice = page.getByRole('dialog', { name: 'Let them talk' })
        await choice.getByText('5', { exact: true }).click()
        assert.deepEqual(await axeViolations(page), [])
        await choice.getByRole('button', { name: /^Let them talk/ }).click()
        const second = await asked
        second.delta('Answer 6')
        await page.getByText('Talking: 2 of 5').first().waitFor()
        await on(page).messages.getByText('Answer 6').waitFor()
        assert.deepEqual(await axeViolations(page), [])

        // The server goes on without the page.
        await page.reload()
        await page.getByText('Talking: 2 of 5').first().waitFor()
        await on(page).messages.getByText('Answer 6').waitFor()
        await on(page).stop.click()
        await settled(page)
        await progress.waitFor({ state: 'detached' })
        await talk.waitFor()

        // Runs a whole talk to its end.
        answers = 6
        answerAtOnce()
        await talk.click()
        await choice.getByText('2', { exact: true }).click()
        await page.keyboard.press('Enter')
        await on(page).messages.getByText('Answer 8, and more.').waitFor()
        await settled(page)
        await progress.waitFor({ state: 'detached' })
        await page.reload()
        await on(page).messages.getByText('Answer 8, and more.').waitFor()
        await on(page).messages.getByText('Answer 7, and more.').waitFor()
      }
    ).tags(longRun)
})
