import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { answer as checkedAnswer } from './check_answer.ts'
import { FakeApi } from './fake_api.ts'
import { holdCall } from './hold_call.ts'
import { renderApp } from './render_app.tsx'
import { expectToast } from './expect_toast.ts'

let api: FakeApi
let tab: { goTo: ReturnType<typeof vi.fn<(address: string) => void>>; close: ReturnType<typeof vi.fn<() => void>> }
beforeEach(() => {
  api = new FakeApi()
  tab = { goTo: vi.fn(), close: vi.fn() }
  vi.spyOn(browser, 'reserveTab').mockImplementation(() => tab)
  vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
})

/** jsdom has no layout and drops white space between the parts of an accessible name. */
const named = (name: string) => new RegExp(`^${name.replace('$', '\\$').replaceAll(' ', '\\s*')}$`)
const buy = (name: string) => screen.findByRole('button', { name: named(name) })
const panel = async () => within(await screen.findByRole('region', { name: 'Your order' }))
const balance = (rubies: number) =>
  waitFor(() =>
    expect(
      within(screen.getByRole('banner')).getByRole('link', { name: named(`Balance: ${rubies} rubies`) })
    ).toBeTruthy()
  )

test('shows visitors the 404 page', async () => {
  api.user = null
  renderApp(api, '/ruby-shop')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
})

test('shows rubies, price, discount and the price of 100 rubies for each pack', async () => {
  renderApp(api, '/ruby-shop')
  await buy('Buy 100 rubies for $2')
  const packs = within(screen.getByRole('region', { name: 'Choose a pack' })).getAllByRole('listitem')
  const texts = packs.filter((item) => within(item).queryByRole('heading')).map((item) => item.textContent)
  expect(texts).toEqual([
    expect.stringMatching(/^100 rubies\$2\$2\.000 per 100 rubies33 replies with MythoMist\s7B/),
    expect.stringMatching(/^500 rubiesPopular\$910% off\$1\.800 per 100 rubies166 replies/),
    expect.stringMatching(/^1,200 rubies\$2017% off\$1\.667 per 100 rubies400 replies/),
    expect.stringMatching(/^6,000 rubies\$9025% off\$1\.500 per 100 rubies2,000 replies/),
  ])
  expect(document.title).toBe('Ruby shop · Facet')
})

test('shows the server’s packs, and skeletons while they load', async () => {
  api.economy.packs = [
    { rubies: 300, priceCents: 450, currency: 'usd', discountPercent: 0, popular: false, isTest: false },
  ]
  renderApp(api, '/ruby-shop')
  expect(await screen.findAllByTestId('pack-skeleton')).toHaveLength(4)
  expect(await buy('Buy 300 rubies for $4.50')).toBeTruthy()
  expect(screen.queryByText('Popular')).toBeNull()
})

test('marks the prices of models that the built-in writer answers for', async () => {
  api.models = api.models.map((model, index) => (index < 2 ? { ...model, isDemo: true } : model))
  renderApp(api, '/ruby-shop')
  const prices = within(await screen.findByRole('region', { name: 'What a reply costs' }))
  await waitFor(() => expect(prices.getAllByText('Demo')).toHaveLength(2))
  expect(prices.getByRole('heading', { name: named('MythoMist 7B Default Demo') })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Demo' }).textContent).toContain('A built-in writer answers')
})

test('retries loading packs after a failure', async () => {
  api.failNext('GET /api/rubies/packs', 500, { message: 'The shelf fell down.', code: 'broken' })
  const { user } = renderApp(api, '/ruby-shop')
  expect(await screen.findByText('The shelf fell down.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await buy('Buy 500 rubies for $9')).toBeTruthy()
})

test('shows the models with costs and texts, and how many replies the balance pays for', async () => {
  api.user = { ...api.user!, rubies: 10 }
  renderApp(api, '/ruby-shop')
  const models = await within(await screen.findByRole('region', { name: 'What a reply costs' })).findAllByRole(
    'listitem'
  )
  expect(models.map((item) => item.textContent)).toEqual([
    'Toppy 7BQuick and light.1 ruby10 replies with your balance',
    'MythoMist 7BDefaultBalanced.3 rubies3 replies with your balance',
    'ReMM 13BA steadier voice.7 rubies1 reply with your balance',
    'MythoMax 13BMost vivid.15 rubiesNot enough rubies',
  ])
})

test('lists free rubies and marks the received ones', async () => {
  api.user = { ...api.user!, discordJoined: true }
  renderApp(api, '/ruby-shop')
  const gifts = within(await screen.findByRole('region', { name: 'Free rubies' })).getAllByRole('listitem')
  expect(gifts.map((item) => item.textContent)).toEqual([
    'WelcomeReceivedWith every new account.50 rubies',
    'Daily rewardOnce a day, from midnight UTC. Claim it above the gallery.10 rubies',
    'DiscordReceivedOnce, for joining the Facet Discord. Claim it above the gallery.50 rubies',
  ])
})

test('says nothing about shares where creators get none', async () => {
  renderApp(api, '/ruby-shop')
  await screen.findByText('They are worth the same as rubies you buy.')
  expect(screen.queryByRole('region', { name: 'Rubies for creators' })).toBeNull()
  expect(screen.queryByText('Creators get a share')).toBeNull()
})

test.each([
  [0, 'Free rubies of others don’t count.'],
  [35, '0.35 more wait for the next credit.'],
  [-1_250, 'A payment was taken back. 12.5 of the rubies you earn next make up for it.'],
])('shows what a creator earned, with a remainder of %i hundredths', async (remainderHundredths, text) => {
  api.economy.shares = { percent: 20, earned: 1_234, remainderHundredths }
  renderApp(api, '/ruby-shop')
  const share = within(await screen.findByRole('region', { name: 'Rubies for creators' }))
  expect(share.getByText(/you get 20% of the bought rubies/)).toBeTruthy()
  expect(share.getByRole('listitem').textContent).toBe(`Earned so far${text}1,234 rubies`)
  expect(screen.getByText('They pay for the same as rubies you buy, and are spent first.')).toBeTruthy()
  expect(screen.getByText('Creators get a share')).toBeTruthy()
})

test('announces a sandbox before a purchase', async () => {
  api.economy.packs = api.economy.packs.map((pack) => ({ ...pack, isTest: true }))
  renderApp(api, '/ruby-shop')
  expect(await screen.findByText('Test payment: no money moves')).toBeTruthy()
})

test('opens the payment page in the reserved tab and polls until it is paid', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user, address } = renderApp(api, '/ruby-shop')
  await user.click(await buy('Buy 500 rubies for $9'))
  expect(browser.reserveTab).toHaveBeenCalledOnce()
  expect(api.calls('POST /api/rubies/stripe-checkout')).toEqual([{ rubyAmount: 500, price: 9 }])
  expect(await (await panel()).findByText('Waiting for your payment')).toBeTruthy()
  expect(tab.goTo).toHaveBeenCalledWith('https://pay.example.test/session')
  const [order] = api.economy.orders
  expect(address()).toBe(`/ruby-shop?order=${order!.id}`)
  const link = (await panel()).getByRole('link', { name: 'Open the payment page' })
  expect(link.getAttribute('href')).toBe('https://pay.example.test/session')
  expect(screen.queryByText('Test payment: no money moves.')).toBeNull()

  await act(() => vi.advanceTimersByTimeAsync(21_000))
  expect((await panel()).getByText('Still waiting for the payment')).toBeTruthy()
  api.economy.settle(order!, 'paid')
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  expect((await panel()).getByText('Payment received')).toBeTruthy()
  expect((await panel()).getByText('Thank you! 500 rubies were added to your balance.')).toBeTruthy()
  await balance(550)
  const asked = api.calls(`GET /api/rubies/orders/${order!.id}`).length
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(api.calls(`GET /api/rubies/orders/${order!.id}`)).toHaveLength(asked)

  await user.click((await panel()).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('region', { name: 'Your order' })).toBeNull()
  expect(address()).toBe('/ruby-shop')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('shows a spinner while an order is created and disables other purchases', async () => {
  let answer: (response: Response) => void = () => {}
  const usual = api.fetch
  api.fetch = (input, init) =>
    String(input).endsWith('/stripe-checkout') ? new Promise((resolve) => (answer = resolve)) : usual(input, init)
  const { user } = renderApp(api, '/ruby-shop')
  const button = await buy('Buy 500 rubies for $9')
  await user.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect((await buy('Buy 100 rubies for $2')).hasAttribute('disabled')).toBe(true)
  await user.click(button)
  expect(browser.reserveTab).toHaveBeenCalledOnce()
  await act(async () =>
    answer(checkedAnswer('CheckoutAnswer', { checkoutUrl: 'https://pay.example.test/1', orderId: 'order-1' }))
  )
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
})

test('announces that a sandbox order moves no money', async () => {
  api.economy.packs = api.economy.packs.map((pack) => ({ ...pack, isTest: true }))
  const { user } = renderApp(api, '/ruby-shop')
  await user.click(await buy('Buy 100 rubies for $2'))
  expect(await screen.findByText('Test payment: no money moves.')).toBeTruthy()
})

test.each([null, 'javascript:alert(1)'])(
  'treats an answer with %s instead of a payment page as a failure',
  async (checkoutUrl) => {
    api.economy.checkoutUrl = checkoutUrl
    const { user } = renderApp(api, '/ruby-shop')
    await user.click(await buy('Buy 100 rubies for $2'))
    await expectToast('Order Creation Failed')
    await expectToast('No checkout URL received from server')
    expect(tab.close).toHaveBeenCalledOnce()
    expect(tab.goTo).not.toHaveBeenCalled()
  }
)

test('shows why an order was refused and closes the empty tab', async () => {
  api.failNext('POST /api/rubies/stripe-checkout', 422, { message: 'There is no such pack.', code: 'no_such_pack' })
  const { user, address } = renderApp(api, '/ruby-shop')
  await user.click(await buy('Buy 100 rubies for $2'))
  await expectToast('Order Creation Failed')
  await expectToast('There is no such pack.')
  expect(tab.close).toHaveBeenCalledOnce()
  expect(address()).toBe('/ruby-shop')
  expect(screen.queryByText('Purchases are unavailable right now')).toBeNull()
})

test('shows next to the packs that payments are unavailable', async () => {
  const message = 'Rubies can’t be bought here yet: no payment provider is configured.'
  api.failNext('POST /api/rubies/stripe-checkout', 503, { message, code: 'payments_not_configured' })
  const { user } = renderApp(api, '/ruby-shop')
  await user.click(await buy('Buy 100 rubies for $2'))
  await expectToast('Order Creation Failed')
  const packs = within(screen.getByRole('region', { name: 'Choose a pack' }))
  expect(packs.getByText('Purchases are unavailable right now')).toBeTruthy()
  expect(packs.getByText(message)).toBeTruthy()
})

test('says that nothing was charged after a lost connection', async () => {
  const { user } = renderApp(api, '/ruby-shop')
  const button = await buy('Buy 100 rubies for $2')
  api.isOffline = true
  await user.click(button)
  await expectToast('Order Creation Failed')
  await expectToast('The order couldn’t be created. Nothing was charged.')
})

test('leads to the sign-in page half a second after the session has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user } = renderApp(api, '/ruby-shop')
  const button = await buy('Buy 100 rubies for $2')
  api.failNext('POST /api/rubies/stripe-checkout', 401, { message: 'Please sign in.', code: 'signed_out' })
  await user.click(button)
  await expectToast('You are logged out. Logging in again...')
  expect(screen.queryByText('Order Creation Failed')).toBeNull()
  expect(tab.close).toHaveBeenCalledOnce()
  expect(browser.leaveTo).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect(browser.leaveTo).toHaveBeenCalledWith('/api/login?next=%2Fruby-shop')
})

test.each([
  ['open', 'success', 'Confirming your payment'],
  ['open', 'cancelled', 'Payment canceled'],
  ['pending', 'success', 'Payment in progress'],
  ['paid', 'success', 'Payment received'],
  ['paid', 'cancelled', 'Payment received'],
  ['failed', 'cancelled', 'Payment failed'],
  ['expired', 'cancelled', 'Checkout expired'],
  ['refunded', 'success', 'Payment refunded'],
  ['disputed', 'success', 'Payment disputed'],
] as const)('shows an order that is %s, returned from as %s, as: %s', async (state, outcome, title) => {
  const { id } = api.economy.addOrder({ state })
  renderApp(api, `/ruby-shop?checkout=${outcome}&order=${id}`)
  expect(await (await panel()).findByText(title)).toBeTruthy()
  expect((await panel()).getByText(/500 rubies/)).toBeTruthy()
})

test('reports an unknown order and retries a failed lookup', async () => {
  const { goTo, user } = renderApp(api, '/ruby-shop?checkout=success&order=none')
  expect(await (await panel()).findByText('Order not found')).toBeTruthy()
  const { id } = api.economy.addOrder({ state: 'paid' })
  api.failNext(`GET /api/rubies/orders/${id}`, 500, { message: 'Something broke.', code: 'broken' })
  await goTo(`/ruby-shop?checkout=success&order=${id}`)
  expect(await (await panel()).findByText(/^Something broke\./)).toBeTruthy()
  await user.click((await panel()).getByRole('button', { name: 'Try again' }))
  expect(await (await panel()).findByText('Payment received')).toBeTruthy()
})

test('keeps the lookup error visible during a retry', async () => {
  const { id } = api.economy.addOrder({ state: 'paid' })
  api.failNext(`GET /api/rubies/orders/${id}`, 500, null)
  const { user } = renderApp(api, `/ruby-shop?checkout=success&order=${id}`)
  await (await panel()).findByText('Couldn’t load your order')
  const again = (await panel()).getByRole('button', { name: 'Try again' })
  const answer = holdCall(api, id)
  await user.click(again)
  await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'))
  expect((await panel()).getByText('Couldn’t load your order')).toBeTruthy()
  expect(document.activeElement).toBe(again)
  answer()
  expect(await (await panel()).findByText('Payment received')).toBeTruthy()
})

test('updates the original tab when the payment tab returns', async () => {
  const { user, address } = renderApp(api, '/ruby-shop')
  await user.click(await buy('Buy 100 rubies for $2'))
  await (await panel()).findByText('Waiting for your payment')
  const { id } = api.economy.orders[0]!
  const channel = new BroadcastChannel('facet:checkout')
  channel.postMessage({ orderId: 'another', outcome: 'cancelled' })
  channel.postMessage({ orderId: id, outcome: 'cancelled' })
  expect(await (await panel()).findByText('Payment canceled')).toBeTruthy()
  expect(address()).toBe(`/ruby-shop?checkout=cancelled&order=${id}`)
  channel.close()
})

test('explains a debt, and shows nothing without one', async () => {
  const { unmount } = renderApp(api, '/ruby-shop')
  await buy('Buy 100 rubies for $2')
  expect(screen.queryByText(/^You owe/)).toBeNull()
  unmount()
  api.user = { ...api.user!, rubies: 0, rubyDebt: 42 }
  renderApp(api, '/ruby-shop')
  expect(await screen.findByText('You owe 42 rubies')).toBeTruthy()
})

test('keeps the tab in the URL', async () => {
  const { user, address } = renderApp(api, '/ruby-shop')
  await user.click(await screen.findByRole('tab', { name: 'History' }))
  expect(address()).toBe('/ruby-shop?tab=history')
  expect(await screen.findByRole('heading', { name: 'No Transactions Yet' })).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Shop' }))
  expect(address()).toBe('/ruby-shop')
  expect(await buy('Buy 100 rubies for $2')).toBeTruthy()
})

test('shows kind, sign and balance of a transaction without relying on colour', async () => {
  api.economy.addTransaction({ amount: 50, type: 'welcome', description: 'Welcome', balanceAfter: 50 })
  api.economy.addTransaction({ amount: -3, type: 'chat', description: 'Reply from Mara', balanceAfter: 47 })
  renderApp(api, '/ruby-shop?tab=history')
  expect(await screen.findAllByTestId('transaction-skeleton')).toHaveLength(5)
  const today = within(await screen.findByRole('region', { name: 'Today' }))
  const [spent, received] = today.getAllByRole('listitem')
  expect(spent!.textContent).toMatch(/^ChatReply from Mara.*−33 rubies spentBalance after: 47$/)
  expect(received!.textContent).toMatch(/^WelcomeWelcome.*\+5050 rubies receivedBalance after: 50$/)
  const badge = (text: string) => today.getAllByText(text)[0]!.closest('.rounded-full')!.className
  expect(badge('Chat')).toContain('text-danger-text')
  expect(badge('Welcome')).toContain('text-success-text')
})

test('links a receipt to its chat and says when that was deleted', async () => {
  api.economy.addTransaction({ chat: null, description: 'Reply from Nobody' })
  api.economy.addTransaction({ chat: { characterId: 'c1', sessionId: 's1' }, description: 'Reply from Mara' })
  api.economy.addTransaction({ amount: 10, type: 'daily_reward', description: 'Daily reward' })
  const { user } = renderApp(api, '/ruby-shop?tab=history')
  const receipt = await screen.findByRole('button', { name: 'Receipt for Reply from Mara' })
  expect(screen.getAllByRole('button', { name: /^Receipt/ })).toHaveLength(2)
  await user.click(receipt)
  expect(receipt.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('50 before, 47 after')).toBeTruthy()
  expect(screen.getByText('3 rubies')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the chat' }).getAttribute('href')).toBe('/chat/c1?session=s1')
  await user.click(receipt)
  expect(screen.queryByText('50 before, 47 after')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Receipt for Reply from Nobody' }))
  expect(screen.getByText('The chat has been deleted.')).toBeTruthy()
})

test('groups transactions by day', async () => {
  const noon = new Date()
  noon.setHours(12, 0, 0, 0)
  vi.setSystemTime(noon)
  const ago = (days: number) => new Date(noon.getFullYear(), noon.getMonth(), noon.getDate() - days, 12).toISOString()
  for (const createdAt of ['2026-01-05T12:00:00.000Z', ago(1), ago(0), ago(0)])
    api.economy.addTransaction({ createdAt })
  renderApp(api, '/ruby-shop?tab=history')
  await screen.findByRole('region', { name: 'Today' })
  const names = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  expect(names).toEqual(expect.arrayContaining(['Today', 'Yesterday', 'January 5, 2026']))
})

test('loads the history in pages to the first line, past a failure', { tags: '@long' }, async () => {
  for (let index = 1; index <= 120; index += 1) api.economy.addTransaction({ description: `Reply ${index}` })
  const { user } = renderApp(api, '/ruby-shop?tab=history')
  expect(await screen.findByText('Reply 120')).toBeTruthy()
  expect(screen.getByText('50 transactions shown')).toBeTruthy()
  api.failNext('GET /api/rubies/transactions', 500)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Couldn’t load more transactions.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('100 transactions shown')).toBeTruthy()
  expect(screen.queryByText('Couldn’t load more transactions.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Reply 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('retries loading the history after a failure', async () => {
  api.economy.addTransaction({ description: 'Reply from Mara' })
  api.failNext('GET /api/rubies/transactions', 500, { message: 'The books are wet.', code: 'broken' })
  const { user } = renderApp(api, '/ruby-shop?tab=history')
  expect(await screen.findByText('The books are wet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Reply from Mara')).toBeTruthy()
})

test('redeems a code: toast, new balance, empty field', async () => {
  api.economy.codes.set('7K3M-QX9D', 25)
  const { user } = renderApp(api, '/ruby-shop')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })
  await user.type(field, '7K3M-QX9D{Enter}')
  await expectToast('Code redeemed')
  await expectToast('You received 25 rubies.')
  await balance(75)
  expect(field.value).toBe('')
})

test('says at the field why a code is refused, and asks for one', async () => {
  const { user } = renderApp(api, '/ruby-shop')
  const field = await screen.findByRole('textbox', { name: 'Code' })
  const redeem = screen.getByRole('button', { name: 'Redeem' })
  await user.click(redeem)
  expect(screen.getByText('Enter a code.')).toBeTruthy()
  await user.type(field, '7K3M')
  expect(screen.queryByText('Enter a code.')).toBeNull()
  await user.click(redeem)
  expect(await screen.findByText('There is no such code.')).toBeTruthy()
  expect(field).toHaveProperty('value', '7K3M')
})
