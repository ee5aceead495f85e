import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { speak } from '#tests/support/model_upstream'
import { journey } from './support/journey.ts'
import { nextReply, on, say, settled, shownTexts, signInForms } from './support/screens.ts'

test.group('The demo on the landing page', () => {
  for (const width of [1440, 390])
    journey(
      `becomes a chat of the account that the visitor creates, ${width} px wide`,
      { width, height: 844 },
      async ({ assert, stage, page }) => {
        await page.goto('/')
        const scene = page.getByRole('region', { name: 'They speak first' })
        await scene.getByRole('button', { name: 'Wenna Thorncroft' }).click()
        const field = scene.getByRole('textbox', { name: 'Answer Wenna Thorncroft' })
        const messages = scene.getByRole('list', { name: 'Chat with Wenna Thorncroft' }).getByRole('listitem')

        const model = nextReply(stage.upstream)
        await scene.getByRole('button', { name: 'Where are we?' }).click()
        await model.say('*nods* At the ')
        await messages.filter({ hasText: 'At the' }).waitFor()
        await model.say('end of the pier.')
        await model.end()
        await page.getByTestId('reply-cursor').waitFor({ state: 'detached' })

        stage.upstream.answer = speak(['Sit ', 'down.'])
        await field.fill('May I sit?')
        await field.press('Enter')
        await scene.getByRole('heading', { name: 'Keep talking to Wenna Thorncroft' }).waitFor()
        const texts = ['Where are we?', 'nods At the end of the pier.', 'May I sit?', 'Sit down.']
        const shown = await messages.evaluateAll((items: any[]) =>
          items.map((item) => item.querySelector('p').textContent)
        )
        assert.deepEqual(shown, texts)
        // The conversation scrolls, not the page.
        assert.isTrue(await messages.last().isVisible())

        await scene.getByRole('link', { name: 'Create your account' }).click()
        const { register } = signInForms(page)
        await register.getByLabel('E-mail').fill(`visitor-${width}-${Date.now()}@example.test`)
        await register.getByLabel('Password').fill('correct horse battery')
        await register.getByRole('button', { name: 'Create account' }).click()

        await page.waitForURL(/\/chat\/.+\?session=/)
        await on(page).messages.nth(4).waitFor()
        assert.deepEqual((await shownTexts(page)).slice(1), texts)
        await on(page).balance(50).waitFor()

        stage.upstream.answer = speak(['It is yours.'])
        await say(page, 'Thank you.')
        await settled(page)
        await on(page).balance(47).waitFor()
        assert.deepEqual((await shownTexts(page)).slice(-2), ['Thank you.', 'It is yours.'])
        assert.equal(await page.evaluate('sessionStorage.getItem("facet:visitor-chats")'), null)
      }
    ).tags(width === 390 ? [] : longRun)

  for (const width of [1440, 390])
    journey(
      `leads to the third reply in an account within 12 actions, ${width} px wide`,
      { width, height: 844 },
      async ({ assert, stage, page }) => {
        let actions = 0
        const act = async (action: Promise<unknown>) => {
          actions++
          await action
        }
        stage.upstream.answer = speak(['Sit ', 'down.'])
        await page.goto('/')
        const scene = page.getByRole('region', { name: 'They speak first' })
        await act(scene.getByRole('list', { name: 'Suggested first lines' }).getByRole('button').first().click())
        await page.getByTestId('reply-cursor').waitFor({ state: 'detached' })
        await act(scene.getByRole('link', { name: 'Keep this chat' }).click())

        const { register } = signInForms(page)
        await act(register.getByLabel('What should they call you?').fill('Robin'))
        await act(register.getByLabel('E-mail').fill(`quick-${width}-${Date.now()}@example.test`))
        await act(register.getByLabel('Password').fill('correct horse battery'))
        await act(register.getByRole('button', { name: 'Create account' }).click())

        await page.waitForURL(/\/chat\/.+\?session=/)
        for (const [index, text] of ['May I stay?', 'And tomorrow?', 'Good night.'].entries()) {
          // Filling in and sending a message are two actions.
          actions++
          await act(say(page, text))
          await on(page)
            .messages.nth(4 + 2 * index)
            .waitFor()
          await settled(page)
        }
        assert.deepEqual((await shownTexts(page)).slice(-2), ['Good night.', 'Sit down.'])
        assert.isAtMost(actions, 12)
        assert.match(JSON.stringify(stage.upstream.calls.at(-1)!.body.messages), /Robin/)
      }
    ).tags(longRun)
})
