import { test } from '@japa/runner'
import type { Locator } from 'playwright-core'
import { speak } from '#tests/support/model_upstream'
import { post } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { journey } from './support/journey.ts'
import {
  chooseModel,
  signInForms,
  nextReply,
  on,
  openNewChat,
  picturesLoaded,
  say,
  settled,
  shownTexts,
  until,
} from './support/screens.ts'

const answer = 'The tide keeps the time here. *She looks up from the log.* I only write it down.'

/** Whether an element's edge is visible in the chat. */
const isInView = (element: Locator, edge: 'top' | 'bottom' = 'top') =>
  element.evaluate((element: any, side: string) => {
    const { [side]: at } = element.getBoundingClientRect()
    const { top, bottom } = element.closest('[aria-label="Messages"]').getBoundingClientRect()
    return at >= top && at <= bottom
  }, edge)
const isEndInView = (element: Locator) => isInView(element, 'bottom')

test.group('The main job', () => {
  journey(
    'leads a visitor from the landing page to a paid reply, and to deleting the chat',
    {},
    async ({ assert, stage, page, visitor }) => {
      const { cards, modal, messages, composer, cursor, toasts, balance } = on(page)
      await page.goto('/')
      await page.getByRole('heading', { name: /Welcome to/ }).waitFor()
      await page.getByRole('link', { name: 'Start Chatting' }).click()

      const { register } = signInForms(page)
      await register.getByLabel('What should they call you?').fill('Robin')
      await register.getByLabel('E-mail').fill(`stranger-${Date.now()}@example.test`)
      await register.getByLabel('Password').fill('correct horse battery')
      await register.getByRole('button', { name: 'Create account' }).click()

      await cards.first().waitFor()
      assert.equal(await picturesLoaded(cards), 8)
      await balance(50).waitFor()
      assert.equal(new URL(page.url()).pathname, '/')

      const name = (await cards.nth(2).getByRole('heading').textContent())!
      await cards.nth(2).getByRole('heading').getByRole('link').click()
      await modal.getByText(`No previous chats with ${name}`).waitFor()
      await modal.getByRole('button', { name: 'Start New Chat' }).click()

      await composer.waitFor()
      await page.getByRole('region', { name: 'Scenario' }).waitFor()
      assert.equal(await messages.count(), 1)
      const [opening] = await shownTexts(page)
      assert.notMatch(opening!, /\{\{|\*/)
      assert.isAbove(opening!.length, 20)

      await chooseModel(page, 'Toppy 7B')
      const model = nextReply(stage.upstream)
      await say(page, 'Who keeps the time?')
      assert.equal(await composer.inputValue(), '')
      await model.say('The tide keeps ')
      await messages.filter({ hasText: 'The tide keeps' }).waitFor()
      await cursor.waitFor()
      await model.say(answer.slice('The tide keeps '.length))
      await model.end()
      await settled(page)
      await balance(49).waitFor()
      const texts = [opening, 'Who keeps the time?', answer.replaceAll('*', '')]
      assert.deepEqual(await shownTexts(page), texts)
      assert.equal(await page.getByRole('region', { name: 'Scenario' }).count(), 0)
      assert.equal(await messages.last().locator('em').textContent(), 'She looks up from the log.')

      await page.reload()
      await balance(49).waitFor()
      await messages.nth(2).waitFor()
      assert.deepEqual(await shownTexts(page), texts)

      await page.getByRole('link', { name: 'Back', exact: true }).click()
      await on(page).gallery.waitFor()
      await on(page).card(name).click()
      const earlier = modal.getByRole('link', { name: /^Continue Chat/ })
      await earlier.filter({ hasText: 'Just now' }).click()
      await composer.waitFor()
      await messages.nth(2).waitFor()
      assert.deepEqual(await shownTexts(page), texts)

      await page.goBack()
      await on(page).card(name).click()
      await modal.getByRole('button', { name: /^Delete chat/ }).click()
      const question = page.getByRole('alertdialog')
      await question
        .getByText('Are you sure you want to delete this chat? This action cannot be undone.', { exact: true })
        .waitFor()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
      await earlier.waitFor()
      await modal.getByRole('button', { name: /^Delete chat/ }).click()
      await question.getByRole('button', { name: 'Delete', exact: true }).click()
      await toasts.getByText('Chat session has been deleted successfully', { exact: true }).waitFor()
      await toasts.getByText('Chat Deleted', { exact: true }).waitFor()
      await modal.getByText(`No previous chats with ${name}`).waitFor()

      await page.keyboard.press('Escape')
      await modal.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Account menu' }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await page.getByRole('link', { name: 'Start Chatting' }).waitFor()
      // The remaining cookie marks a known device and grants no access.
      const left = (await visitor.context.cookies()).filter((cookie) => cookie.value !== '')
      assert.deepEqual(
        left.map(({ name }) => name),
        ['facet_device']
      )
    }
  )

  journey(
    'opens a new chat at its beginning and an old one at its end, on a small screen',
    { rubies: 50, width: 360, height: 560 },
    async ({ stage, page }) => {
      const { messages, composer } = on(page)
      const scenario = page.getByRole('region', { name: 'Scenario' }).getByRole('heading')
      const jump = page.getByRole('button', { name: 'Jump to newest' })
      stage.upstream.answer = speak(['Good evening. ', 'You came through the rain. '.repeat(40), 'Sit down.'])
      await page.goto('/')
      await openNewChat(page, 'Wenna Thorncroft')
      await until(() => isInView(scenario), 'the scenario is in view')
      await jump.click()
      await jump.waitFor({ state: 'detached' })

      await say(page, 'Good evening.')
      await settled(page)
      await messages.nth(2).waitFor()
      await until(() => isEndInView(messages.last()), 'the end of the reply is in view')
      await page.reload()
      await composer.waitFor()
      await until(() => isEndInView(messages.last()), 'the end of the reloaded chat is in view')
    }
  ).tags(longRun)

  journey('charges the price of the default model', { rubies: 50 }, async ({ stage, page }) => {
    const model = nextReply(stage.upstream)
    await page.goto('/')
    await on(page).cards.first().getByRole('heading').getByRole('link').click()
    await on(page).modal.getByRole('button', { name: 'Start New Chat' }).click()
    await on(page).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
    await say(page, 'Good evening.')
    await model.say('And to you.')
    await model.end()
    await on(page).balance(47).waitFor()
  }).tags(longRun)

  journey(
    'sends nothing that the balance does not cover, and names the price',
    { rubies: 2 },
    async ({ assert, stage, page, client, visitor }) => {
      const { toasts, composer, messages, balance } = on(page)
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
      // Never answers, because a live event would tell the page the new balance, and it would refuse without asking the server.
      await page.route('**/api/events', () => {})
      await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
      await balance(2).waitFor()
      await on(page).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
      await say(page, 'Are you there?')
      const sentence = 'Insufficient Rubies: You need 3 rubies to use the MythoMist 7B model.'
      await toasts.getByText(sentence, { exact: true }).waitFor()
      assert.deepEqual(sent, [])
      assert.equal(await composer.inputValue(), 'Are you there?')
      assert.equal(await messages.count(), 1)

      // The page's balance is out of date: the server refuses with the same sentence and saves nothing.
      await chooseModel(page, 'Toppy 7B')
      await post(stage.db, client!.user.id, -2)
      visitor.tolerate(/answer: POST .*\/stream 4/)
      await composer.press('Enter')
      const alert = page.getByRole('alertdialog', { name: 'Access Denied:' })
      await alert
        .getByText('Insufficient Rubies: You need 1 rubies to use the Toppy 7B model.', { exact: true })
        .waitFor()
      await page.waitForURL('**/ruby-shop')
      await alert.getByRole('button', { name: 'OK' }).click()
      await alert.waitFor({ state: 'detached' })
      await page.goBack()
      await composer.waitFor()
      await messages.first().waitFor()
      assert.equal(await messages.count(), 1)
      assert.equal(await composer.inputValue(), 'Are you there?')
    }
  )
})
