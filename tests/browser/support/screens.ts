import type { Locator, Page, Route } from 'playwright-core'
import type { Call, ModelUpstream } from '#tests/support/model_upstream'
import { waitUntil } from '#tests/support/wait_until'

/** Returns locators for the parts of the screens. */
export const on = (page: Page) => ({
  cards: page.getByRole('main').getByRole('article'),
  card: (name: string) => page.getByRole('main').getByRole('article').getByRole('link', { name, exact: true }),
  search: page.getByRole('combobox', { name: 'Search characters' }),
  gallery: page.getByRole('heading', { name: 'Discover characters' }),
  modal: page.getByRole('dialog'),
  messages: page.getByRole('region', { name: 'Messages' }).getByRole('listitem'),
  composer: page.getByRole('textbox', { name: /^Message / }),
  send: page.getByRole('button', { name: /^Send for / }),
  stop: page.getByRole('button', { name: 'Stop', exact: true }),
  retry: page.getByRole('button', { name: /^Retry\b/ }),
  cursor: page.getByTestId('reply-cursor'),
  // On phones, the model is a button that opens a sheet.
  model: page.getByRole('combobox', { name: 'Model' }).or(page.getByRole('button', { name: /^Model/ })),
  models: page
    .getByRole('option')
    .or(page.getByRole('dialog', { name: 'Model' }).getByRole('listitem').getByRole('button')),
  pack: (rubies: number) =>
    page.getByRole('button', { name: new RegExp(`^Buy ${rubies.toLocaleString('en')} rubies for \\$`) }),
  order: page.getByRole('region', { name: 'Your order' }),
  transactions: page.getByRole('tabpanel', { name: 'History' }).getByRole('listitem'),
  dailyReward: page.getByRole('region', { name: 'Your daily reward is here' }),
  discord: page.getByRole('region', { name: /^Join our Discord/ }),
  // Found by markup, because an open dialog hides the rest of the page from the accessibility tree.
  toasts: page.locator('[role="region"][aria-label^="Notification"] li'),
  /** The balance in the top bar, or in the header of a chat on a phone. */
  balance: (rubies: number) => page.getByRole('link', { name: new RegExp(`^Balance: ${rubies} (ruby|rubies)$`) }),
})

/** Returns the two forms of the sign-in page, which shows one at a time. */
export const signInForms = (page: Page) => ({
  signIn: page.locator('form', { has: page.getByRole('button', { name: 'Sign in', exact: true }) }),
  register: page.locator('form', { has: page.getByRole('button', { name: 'Create account' }) }),
})

/** Opens a new chat from the gallery. */
export const openNewChat = async (page: Page, name: string) => {
  await on(page).card(name).click()
  await on(page).modal.getByRole('button', { name: 'Start New Chat' }).click()
  await on(page).composer.waitFor()
}

/** Sends a message. Enter sends nothing before the models have loaded, so this waits for the enabled button. */
export const say = async (page: Page, text: string) => {
  await on(page).composer.fill(text)
  await page.getByRole('button', { name: /^Send( after this reply)?( for .+)?$/, disabled: false }).waitFor()
  await on(page).composer.press('Enter')
}

/** Chooses the model of the next replies. */
export const chooseModel = async (page: Page, name: string) => {
  await on(page).model.click()
  await on(page).models.filter({ hasText: name }).click()
  await on(page).model.filter({ hasText: name }).waitFor()
}

/** Returns the texts of the messages on screen, without their controls. */
export const shownTexts = (page: Page): Promise<string[]> =>
  on(page).messages.evaluateAll((items: any[]) =>
    items.map((item) => String(item.querySelector('.whitespace-pre-wrap')?.textContent))
  )

/** Waits until the reply is complete. */
export const settled = async (page: Page) => {
  await on(page).send.waitFor()
  await on(page).cursor.waitFor({ state: 'detached' })
}

export interface ControlledReply {
  /** Resolves when the model is called. */
  asked: Promise<Call>
  say(text: string): Promise<void>
  end(): Promise<void>
}

/** Lets the test act as the model for the next reply. */
export const nextReply = (upstream: ModelUpstream): ControlledReply => {
  const { promise: asked, resolve } = Promise.withResolvers<Call>()
  upstream.answer = (call) => resolve(call)
  return {
    asked,
    say: async (text) => (await asked).delta(text),
    end: async () => (await asked).finish(),
  }
}

/** Polls a condition that no locator can wait for. */
export const until = (isTrue: () => Promise<boolean>, expectation: string): Promise<void> =>
  waitUntil(expectation, isTrue)

/** Runs `act`, which ends the session, and follows the redirect to the sign-in page once `notice` was visible. */
export const followSignInRedirect = async (page: Page, notice: Locator, act: () => Promise<void>) => {
  // A 204 keeps the page open. The app may redirect again for a further call, so every redirect gets a 204 until the notice is seen.
  const stay = (route: Route) => route.fulfill({ status: 204 })
  await page.route('**/api/login?*', stay)
  const [redirect] = await Promise.all([page.waitForRequest('**/api/login?*'), notice.waitFor(), act()])
  await page.unroute('**/api/login?*', stay)
  await page.goto(redirect.url())
}

/** Scrolls to the picture of each place and waits until it is loaded. */
export const picturesLoaded = async (places: Locator): Promise<number> => {
  const count = await places.count()
  for (let index = 0; index < count; index++) {
    const picture = places.nth(index).locator('img')
    await picture.scrollIntoViewIfNeeded()
    await until(
      () => picture.evaluate((image: any) => image.complete && image.naturalWidth > 0),
      `picture ${index} is loaded`
    )
  }
  return count
}

/** Waits until the pictures in view have loaded or failed. */
export const picturesDrawn = (page: Page) =>
  until(
    () =>
      page.evaluate<boolean>(`[...document.images].every((image) => {
        const { top, bottom, left, right, width } = image.getBoundingClientRect()
        // Rows that scroll sideways load the pictures outside them later.
        const row = image.closest('ul')?.getBoundingClientRect() ?? { left: 0, right: innerWidth }
        const isBeside = left >= Math.min(row.right, innerWidth) || right <= Math.max(row.left, 0)
        return image.complete || width === 0 || bottom < 0 || top > innerHeight || isBeside
      })`),
    'the pictures in view are loaded'
  )
