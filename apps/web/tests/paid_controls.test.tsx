import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import '../src/features/chat/suggestions/reply_suggestions.tsx'
import { FakeGroupApi } from './fake_groups.ts'
import { renderApp } from './render_app.tsx'
import { turns } from './turns.ts'

/** The calls that request a reply, and so cost rubies. */
const paidCall = /^POST \/api\/.*\/(stream|reroll|continue|impersonate|suggest|talk)$/

let api: FakeGroupApi

const paidCalls = () => api.requests.filter(({ method, path }) => paidCall.test(`${method} ${path}`)).length
const nameOf = (control: HTMLElement) => control.getAttribute('aria-label') ?? control.textContent ?? ''
const costOf3 = /(^|\D)3 ?rubies/

/**
 * Presses every control of a chat and returns the ones that requested a reply. Opens a new chat only after a press that changed the page.
 * `menu`: presses the items of this menu instead.
 */
async function paidControls(open: () => Promise<ReturnType<typeof renderApp>>, menu?: RegExp): Promise<HTMLElement[]> {
  const paid: HTMLElement[] = []
  for (const pressed = new Set<string>(); ;) {
    api = new FakeGroupApi()
    const { user, unmount, address } = await open()
    const region = screen.getByRole('region', { name: /^Chat with / })
    const field = within(region).getByRole<HTMLTextAreaElement>('textbox', { name: /^Message / })
    const buttons = () => within(region).queryAllByRole<HTMLButtonElement>('button')
    const page = (shown: HTMLElement[]) => JSON.stringify([address(), field.value, shown.map(nameOf)])
    let shown = buttons()
    const opened = page(shown)
    const before = paidCalls()
    // A dialog whose code arrived after Escape covers the page.
    const isCovered = () => document.body.style.pointerEvents === 'none'
    while (paidCalls() === before && page(shown) === opened && !isCovered()) {
      if (menu) await user.click(shown.findLast((button) => menu.test(nameOf(button)))!)
      const controls = menu ? await screen.findAllByRole('menuitem') : shown
      const control = controls.find((each) => !each.hasAttribute('disabled') && !pressed.has(nameOf(each)))
      if (!control) {
        unmount()
        return paid
      }
      pressed.add(nameOf(control))
      await user.click(control)
      // The code of some controls loads when they are pressed.
      await turns()
      if (paidCalls() > before) paid.push(control)
      else {
        // Closes what the press opened: a menu, a list or a dialog. An item of a menu may have opened another chat or a form.
        await user.keyboard('{Escape}')
        shown = menu ? [] : buttons()
      }
    }
    unmount()
  }
}

const expectPrices = (controls: readonly HTMLElement[]) => {
  for (const control of controls) {
    expect(nameOf(control)).toMatch(costOf3)
    expect(control.textContent).toMatch(/(^|\D)3(\D|$)/)
    expect(control.title).toMatch(costOf3)
  }
}

const openAnswered = async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  const chat = api.addChat(mara.id, ['Hello', 'Come in, out of the'])
  Object.assign(chat.messages.at(-1)!, { isUser: false, isCut: true, state: 'complete' })
  const app = renderApp(api, `/chat/${mara.id}?session=${chat.session.id}`)
  const field = await screen.findByRole('textbox', { name: 'Message Mara' })
  await screen.findByRole('button', { name: 'Send for 3 rubies' })
  await app.user.click(field)
  await app.user.paste('What now?')
  return app
}

test('shows the price on every control of a chat that costs rubies', async () => {
  const paid = await paidControls(openAnswered)
  expect(paid.map(nameOf).sort()).toEqual([
    'Continue 3 rubies',
    'Reroll 3 rubies',
    'Send for 3 rubies',
    'Suggest replies 3 rubies',
    'Write my line for 3 rubies',
  ])
  expectPrices(paid)
})

test('shows the price on every item of the menu of an answer that costs rubies', { tags: '@long' }, async () => {
  const paid = await paidControls(openAnswered, /^More$/)
  expect(paid.length).toBeGreaterThan(4)
  for (const control of paid) expect(nameOf(control)).toMatch(/\d+ ?rub(y|ies)/)
})

test('shows the price on suggested first messages', async () => {
  const openNew = async () => {
    api.chatStarters = ['Who are you?', 'Where are we?', 'What is in the lamp?']
    const mara = api.addCharacter({ name: 'Mara' })
    const app = renderApp(api, `/chat/${mara.id}?new=true`)
    await screen.findByRole('button', { name: 'Send for 3 rubies' })
    await screen.findByRole('button', { name: /^Memory \d/ })
    await waitFor(() => expect(app.address()).toContain('session='))
    return app
  }
  const paid = await paidControls(openNew)
  // The line for the user, and three suggestions.
  expect(paid).toHaveLength(4)
  expectPrices(paid)
})

test('shows the price on every control of a group that costs rubies', async () => {
  const openGroup = async () => {
    const ids = ['Mara', 'Odo'].map((name) => api.addCharacter({ name }).id)
    const group = api.addGroup(ids)
    const app = renderApp(api, `/group/${group.session.id}`)
    await screen.findByRole('button', { name: 'Send for 3 rubies' })
    await waitFor(() => expect(screen.getByRole('list', { name: 'Characters' })).toBeTruthy())
    return app
  }
  const paid = await paidControls(openGroup)
  expect(paid.length).toBeGreaterThan(2)
  expectPrices(paid)
})
