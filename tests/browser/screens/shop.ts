import type { RubyOrder } from '#modules/economy/api'
import { on, until } from '../support/screens.ts'
import { failure, signedOut, type Walk } from '../support/walk.ts'
import type { Screen, State } from './screen.ts'

const open = async (walk: Walk) => {
  await walk.page.goto('/ruby-shop')
  await on(walk.page).pack(6_000).waitFor()
}

const openHistory = async ({ page }: Walk) => {
  await page.goto('/ruby-shop?tab=history')
}

const order = (state: RubyOrder['state']): State => ({
  bring: async (walk) => {
    const json = {
      id: walk.client.user.id,
      rubies: 500,
      priceCents: 900,
      currency: 'usd',
      state,
      createdAt: new Date().toISOString(),
      paidAt: null,
    }
    // The page polls until it is left. The real server doesn't know this order.
    walk.visitor.tolerate(/^answer: GET \/api\/rubies\/orders\/one 404$/)
    await walk.answer(/\/api\/rubies\/orders\/\w+/, { json })
    await walk.page.goto('/ruby-shop?checkout=success&order=one')
    await on(walk.page)
      .order.getByText(/500 rubies/)
      .waitFor()
    await on(walk.page).pack(6_000).waitFor()
  },
})

/** Waits until the page has closed the tab that it reserved for the payment. */
const buys = (answer: Parameters<Walk['answer']>[1]) => async (walk: Walk) => {
  await walk.answer('/api/rubies/stripe-checkout', answer)
  await on(walk.page).pack(500).click()
  await until(async () => walk.page.context().pages().length === 1, 'the empty tab is closed')
}

export const shop: Screen = {
  name: 'ruby shop',
  row: 'rubyShop',
  who: 'member',
  prepare: async ({ stage, client }) => {
    const admin = await stage.visitor()
    await stage.makeAdmin(admin)
    const { id } = client.user
    for (const amount of [7, -2]) await admin.post(`/api/admin/users/${id}/rubies`, { amount })
    const { body: known } = await client.get(`/api/characters/${stage.characterIds[0]}`)
    const { status, body, text } = await client.post('/api/characters', {
      name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter',
      description: 'Waits for the boat.',
      personality: 'Patient.',
      backstory: 'Once there was a form, and it was long.',
      avatar: known.avatar,
      category: 'General',
      tags: [],
      isPublic: false,
    })
    if (status !== 201) throw new Error(text)
    await client.say(body.id, { content: 'Is it here yet?', model: 'basic' })
  },
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold('/api/rubies/packs')
        await walk.page.goto('/ruby-shop')
        await walk.page.getByTestId('pack-skeleton').nth(3).waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer('/api/rubies/packs', failure)
        await walk.page.goto('/ruby-shop')
        await walk.page.getByRole('heading', { name: 'Couldn’t load the packs' }).waitFor()
      },
    },
    done: { isWhole: true, bring: open },
    'code refused': {
      bring: async (walk) => {
        walk.visitor.tolerate(/^answer: POST \/api\/rubies\/codes 404$/)
        const field = walk.page.getByRole('textbox', { name: 'Code' })
        await field.fill('7K3M-QX9D-0RTA-VW52')
        await field.press('Enter')
        await walk.page.getByText('There is no such code.').waitFor()
        await field.scrollIntoViewIfNeeded()
      },
    },
    'in debt': {
      bring: async (walk) => {
        await walk.change<object>('/api/auth/user', (user) => ({ ...user, rubyDebt: 30 }))
        await open(walk)
      },
    },
    'with shares': {
      isWhole: true,
      bring: async (walk) => {
        await walk.answer('/api/rubies/shares', { json: { percent: 20, earned: 1_234, remainderHundredths: -1_250 } })
        await open(walk)
        await walk.page.getByRole('region', { name: 'Rubies for creators' }).waitFor()
      },
    },
    'order open': order('open'),
    'order pending': order('pending'),
    'order paid': order('paid'),
    'order failed': order('failed'),
    'order refunded': order('refunded'),
    'order disputed': order('disputed'),
    'history loading': {
      bring: async (walk) => {
        await walk.hold('/api/rubies/transactions')
        await openHistory(walk)
        await walk.page.getByTestId('transaction-skeleton').first().waitFor()
      },
    },
    'history failed': {
      bring: async (walk) => {
        await walk.answer('/api/rubies/transactions', failure)
        await openHistory(walk)
        await walk.page.getByRole('heading', { name: 'Couldn’t load your history' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await walk.answer('/api/rubies/transactions', { json: [] })
        await openHistory(walk)
        await walk.page.getByRole('heading', { name: 'No Transactions Yet' }).waitFor()
      },
    },
    history: {
      isWhole: true,
      bring: async (walk) => {
        await openHistory(walk)
        await on(walk.page).transactions.nth(3).waitFor()
        await walk.page
          .getByRole('button', { name: /^Receipt/ })
          .first()
          .click()
        await walk.page.getByText('Number').waitFor()
      },
    },
  },
  notices: {
    open,
    all: [
      {
        texts: ['Order Creation Failed', 'No checkout URL received from server'],
        act: buys({ json: { orderId: 'nothing' } }),
      },
      {
        texts: ['You are logged out. Logging in again...'],
        act: (walk) => walk.expectSignInRedirect(() => buys(signedOut)(walk)),
      },
    ],
  },
  stops: 20,
}
