import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { speak } from '#tests/support/model_upstream'
import { longRun } from '#tests/support/long_run'
import { journey } from './support/journey.ts'
import { focusOn, tabTo } from './support/keys.ts'
import { signInForms, nextReply, on, settled, shownTexts, until } from './support/screens.ts'

const focusIsShown = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    // A card shows the focus ring of the link that covers it.
    const element = document.activeElement.closest('article') ?? document.activeElement
    return [null, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    })
  })()`)

test.group('By keyboard alone', () => {
  journey('a visitor signs up, opens a character, chats and deletes the chat', {}, async ({ assert, stage, page }) => {
    const { cards, modal, composer, messages, toasts, balance } = on(page)
    const { keyboard } = page
    await page.goto('/')
    await tabTo(page, page.getByRole('link', { name: 'Start Chatting' }))
    assert.isTrue(await focusIsShown(page))
    await keyboard.press('Enter')

    const { register } = signInForms(page)
    await tabTo(page, register.getByLabel('E-mail'))
    await keyboard.type(`keys-${Date.now()}@example.test`)
    await tabTo(page, register.getByLabel('Password'))
    await keyboard.type('correct horse battery')
    await keyboard.press('Enter')

    // The skip link jumps over the top bar.
    await cards.first().waitFor()
    await keyboard.press('Tab')
    await focusOn(page.getByRole('link', { name: 'Skip to content' }))
    await keyboard.press('Enter')
    await focusOn(page.getByRole('main'))
    const card = cards.first().getByRole('heading').getByRole('link')
    await tabTo(page, card)
    assert.isTrue(await focusIsShown(page))
    await keyboard.press('Enter')

    await modal.waitFor()
    // Closing returns the focus to the card.
    await keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
    await focusOn(card)
    await keyboard.press('Enter')
    const start = modal.getByRole('button', { name: 'Start New Chat' })
    await tabTo(page, start)
    assert.isTrue(await focusIsShown(page))
    await keyboard.press('Enter')

    await composer.waitFor()
    await tabTo(page, on(page).model)
    await keyboard.press('Enter')
    await page.locator('[role=option]:focus').filter({ hasText: 'MythoMist 7B' }).waitFor()
    await keyboard.press('Home')
    await page.locator('[role=option]:focus').filter({ hasText: 'Toppy 7B' }).waitFor()
    await keyboard.press('Enter')
    await on(page).model.filter({ hasText: 'Toppy 7B' }).waitFor()

    await tabTo(page, composer)
    const model = nextReply(stage.upstream)
    await keyboard.type('Good')
    await keyboard.press('Escape')
    assert.equal(await composer.inputValue(), '')
    await keyboard.type('Good')
    await keyboard.press('Shift+Enter')
    await keyboard.type('evening.')
    await keyboard.press('Enter')
    await model.say('And to you.')
    await model.end()
    await settled(page)
    await balance(49).waitFor()
    assert.deepEqual((await shownTexts(page)).slice(1), ['Good\nevening.', 'And to you.'])
    // The composer keeps the focus for the next message.
    await focusOn(composer)

    await tabTo(page, page.getByRole('link', { name: 'Back', exact: true }))
    await keyboard.press('Enter')
    await tabTo(page, card)
    await keyboard.press('Enter')
    const earlier = modal.getByRole('link', { name: /^Continue Chat/ })
    await tabTo(page, earlier)
    await keyboard.press('Tab')
    await focusOn(modal.getByRole('button', { name: /^Delete chat/ }))
    await keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await focusOn(question.getByRole('button', { name: 'Cancel' }))
    await tabTo(page, question.getByRole('button', { name: 'Delete', exact: true }))
    await keyboard.press('Enter')
    await toasts.getByText('Chat Deleted', { exact: true }).waitFor()
    await modal.getByText(/^No previous chats with/).waitFor()
    assert.equal(await messages.count(), 0)
  }).tags(longRun)

  journey(
    'a user rerolls, edits a message, sets a username, buys rubies and, as an admin, grants some',
    { rubies: 50 },
    async ({ assert, stage, page, client }) => {
      const { messages, composer, toasts, balance } = on(page)
      const { keyboard } = page
      stage.upstream.answer = speak(['Come in.'])
      await page.goto(`/chat/${stage.characterIds[1]}?new=true`)
      await on(page).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
      await tabTo(page, composer)
      await keyboard.type('Is there a room left?')
      await keyboard.press('Enter')
      await settled(page)
      const reroll = page.getByRole('button', { name: /^Reroll/ })
      stage.upstream.answer = speak(['There is always a room.'])
      await tabTo(page, reroll)
      await keyboard.press('Enter')
      await messages.last().getByText('Answer 2/2').waitFor()
      await settled(page)
      await balance(44).waitFor()
      await tabTo(page, page.getByRole('button', { name: 'Previous answer' }))
      assert.isTrue(await focusIsShown(page))
      await keyboard.press('Enter')
      await messages.last().getByText('Answer 1/2').waitFor()

      // The tools of a message are one Tab stop; the arrow keys move between them.
      await tabTo(page, messages.nth(1).getByRole('button', { name: 'Copy' }))
      await keyboard.press('ArrowRight')
      await keyboard.press('Enter')
      await focusOn(page.getByRole('textbox', { name: 'Edit message' }))
      await keyboard.press('ControlOrMeta+A')
      await keyboard.type('Is there a bed left?')
      await keyboard.press('Control+Enter')
      await messages.nth(1).filter({ hasText: 'Is there a bed left?' }).waitFor()

      await tabTo(page, page.getByRole('button', { name: 'Account menu' }))
      await keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
      await keyboard.type('Se')
      await focusOn(page.getByRole('menuitem', { name: 'Settings' }))
      await keyboard.press('Enter')
      await tabTo(page, page.getByRole('tab', { name: 'Account' }))
      await keyboard.press('ArrowRight')
      await page.waitForURL('/settings?tab=username')
      await tabTo(page, page.getByRole('textbox', { name: 'Username' }))
      await keyboard.type(`keys_${process.pid}`)
      await page.getByText('Username is available!').waitFor()
      await keyboard.press('Enter')
      await toasts.filter({ hasText: 'Settings Updated' }).waitFor()

      await tabTo(page, page.getByRole('banner').getByRole('link', { name: /^Balance/ }))
      await keyboard.press('Enter')
      await page.waitForURL('/ruby-shop')
      await tabTo(page, on(page).pack(100))
      assert.isTrue(await focusIsShown(page))
      const [payment] = await Promise.all([page.context().waitForEvent('page'), keyboard.press('Enter')])
      await tabTo(payment, payment.getByRole('button', { name: /^Pay \$2/ }))
      await payment.keyboard.press('Enter')
      await on(page).order.getByText('Payment received', { exact: true }).waitFor()
      await balance(144).waitFor()
      await payment.close()

      await stage.makeAdmin(client!)
      await page.goto('/settings?tab=admin')
      const rubies = page.getByRole('region', { name: 'Ruby management' })
      await tabTo(page, rubies.getByRole('combobox', { name: 'User' }))
      await keyboard.type(client!.user.email)
      await until(async () => (await rubies.getByRole('option').count()) === 1, 'one user is offered')
      await keyboard.press('Enter')
      await focusOn(rubies.getByRole('spinbutton', { name: 'Amount' }))
      await keyboard.type('100')
      await keyboard.press('Enter')
      await toasts.filter({ hasText: 'Rubies granted' }).waitFor()
      await balance(244).waitFor()
    }
  ).tags(longRun)

  journey(
    'F8 moves the focus to the toast, and a newer toast replaces it',
    { rubies: 0 },
    async ({ assert, stage, page }) => {
      const { toasts, composer } = on(page)
      await page.goto(`/chat/${stage.characterIds[0]}?new=true`)
      await composer.waitFor()
      await on(page).model.filter({ hasText: 'MythoMist 7B' }).waitFor()
      await composer.fill('Are you there?')
      await composer.press('Enter')
      await toasts.filter({ hasText: 'MythoMist 7B' }).waitFor()
      await on(page).model.click()
      await page.getByRole('option', { name: 'MythoMax 13B' }).click()
      await composer.press('Enter')
      await toasts.filter({ hasText: 'MythoMax 13B' }).waitFor()
      assert.equal(await toasts.count(), 1)

      await page.keyboard.press('F8')
      assert.isTrue(
        await page.evaluate<boolean>(
          `document.querySelector('[role="region"][aria-label^="Notification"]').contains(document.activeElement)`
        )
      )
      await tabTo(page, page.getByRole('button', { name: 'Dismiss' }))
      await page.keyboard.press('Enter')
      await toasts.waitFor({ state: 'detached' })
    }
  ).tags(longRun)
})
