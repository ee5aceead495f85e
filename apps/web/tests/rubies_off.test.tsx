import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeApi, type FakeReply } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

/** The server says so in the page, shows no balances, and has no calls for rewards, packs and transactions. */
let api: FakeApi
beforeEach(() => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="rubies" content="off">')
  api = new FakeApi()
  Object.assign(api.user!, { rubies: 0, discordInvite: null, role: 'admin', isAdmin: true })
  for (const model of api.models) model.cost = 0
})
afterEach(() => document.querySelector('meta[name="rubies"]')!.remove())

/** All texts of the page and names of its controls. */
const everyText = () => {
  const names = [...document.body.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
    ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name))
  )
  return [document.body.textContent, ...names].join('\n')
}
/** Waits for the heading of a screen. Queries by role take long on whole screens. */
const shown = (heading: string) => waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(heading))
const expectNoRubies = () => expect(everyText()).not.toMatch(/rub(y|ies)|Top Up|Ledger|Debt/i)

test.each([
  ['/', 'Discover characters'],
  ['/profile', 'Sam Doe'],
  ['/notifications', 'Notifications'],
  ['/settings', 'Settings'],
  ['/admin', 'Dashboard'],
])('shows no rubies at %s', async (address, heading) => {
  api.addCharacter()
  const { user } = renderApp(api, address)
  await shown(heading)
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  expectNoRubies()
  if (address === '/settings') {
    await user.click(screen.getByRole('tab', { name: 'Admin' }))
    await screen.findByText('Users', { selector: 'h2, h3' })
    expectNoRubies()
  }
  expect(api.requests.filter(({ path }) => /reward|rubies/.test(path))).toEqual([])
})

test('shows no rubies on the landing page', async () => {
  api.user = null
  renderApp(api, '/')
  await screen.findByText('Your first conversation is waiting')
  expectNoRubies()
})

test('has no shop', async () => {
  renderApp(api, '/ruby-shop')
  await screen.findByText('Page Not Found')
})

test('shows no prices in a chat, also when a reply is written', async () => {
  const mara = api.addCharacter({ name: 'Mara' })
  const replies: FakeReply[] = []
  api.onReply = (reply) => void replies.push(reply)
  const { user } = renderApp(api, `/chat/${mara.id}?new=true`)
  const field = await screen.findByLabelText('Message Mara')
  await screen.findByLabelText('Send')
  expectNoRubies()
  await user.type(field, 'Hello{Enter}')
  await waitFor(() => expect(replies).toHaveLength(1))
  act(() => {
    replies[0]!.chunk('Come in.')
    replies[0]!.complete()
  })
  await screen.findByText('Reroll')
  expectNoRubies()
})
