import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright-core'
import { journey } from './support/journey.ts'
import { tabTo } from './support/keys.ts'
import { nextReply, on, settled, shownTexts } from './support/screens.ts'

/** Waits for the focus to be there: it moves a moment after what made it move. */
const focusOn = (page: Page, place: Locator) => place.and(page.locator(':focus')).waitFor()

const focusIsShown = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    // A card wears the ring for the button that covers it.
    const element = document.activeElement.closest('article') ?? document.activeElement
    return [null, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    })
  })()`)

test.group('By keyboard alone', () => {
  journey(
    'a stranger signs up, opens a character, writes, reads and deletes the chat',
    {},
    async ({ assert, stage, page }) => {
      const { cards, modal, composer, messages, toasts, balance } = on(page)
      const { keyboard } = page
      await page.goto('/')
      await tabTo(page, page.getByRole('link', { name: 'Start Chatting' }))
      assert.isTrue(await focusIsShown(page))
      await keyboard.press('Enter')

      const register = page.locator('form', { has: page.getByRole('button', { name: 'Create account' }) })
      await tabTo(page, register.getByLabel('E-mail'))
      await keyboard.type(`keys-${Date.now()}@example.test`)
      await tabTo(page, register.getByLabel('Password'))
      await keyboard.type('correct horse battery')
      await keyboard.press('Enter')

      // Past the top bar and the chips in one step.
      await cards.first().waitFor()
      await keyboard.press('Tab')
      await focusOn(page, page.getByRole('link', { name: 'Skip to content' }))
      await keyboard.press('Enter')
      await focusOn(page, page.getByRole('main'))
      const card = cards.first().getByRole('button')
      await tabTo(page, card)
      assert.isTrue(await focusIsShown(page))
      await keyboard.press('Enter')

      await modal.waitFor()
      // Closing gives the focus back to what opened it.
      await keyboard.press('Escape')
      await modal.waitFor({ state: 'detached' })
      await focusOn(page, card)
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
      // The next message needs no search for the field.
      await focusOn(page, composer)

      await tabTo(page, page.getByRole('link', { name: 'Back', exact: true }))
      await keyboard.press('Enter')
      await tabTo(page, card)
      await keyboard.press('Enter')
      const earlier = modal.getByRole('button', { name: /^Continue Chat/ })
      await tabTo(page, earlier)
      await keyboard.press('Tab')
      await focusOn(page, modal.getByRole('button', { name: /^Delete chat/ }))
      await keyboard.press('Enter')
      const question = page.getByRole('alertdialog')
      await focusOn(page, question.getByRole('button', { name: 'Cancel' }))
      await tabTo(page, question.getByRole('button', { name: 'Delete', exact: true }))
      await keyboard.press('Enter')
      await toasts.getByText('Chat Deleted', { exact: true }).waitFor()
      await modal.getByText(/^No previous chats with/).waitFor()
      assert.equal(await messages.count(), 0)
    }
  )

  journey(
    'F8 leads to the one toast that is shown, and a newer one takes its place',
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
  )
})
