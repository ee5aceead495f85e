import type { DailyRewardCheck, RubyOrder, RubyPackOffer, RubyShares, RubyTransaction } from '#modules/economy/api'
import { answer, malformed } from './check_answer.ts'
import { pageOf, refuse } from './fake_answers.ts'
import type { FakeApi } from './fake_api.ts'

/** The economy calls of the fake server. */
export class FakeEconomy {
  packs: RubyPackOffer[] = [
    { rubies: 100, priceCents: 200, currency: 'usd', discountPercent: 0, popular: false, isTest: false },
    { rubies: 500, priceCents: 900, currency: 'usd', discountPercent: 10, popular: true, isTest: false },
    { rubies: 1200, priceCents: 2000, currency: 'usd', discountPercent: 17, popular: false, isTest: false },
    { rubies: 6000, priceCents: 9000, currency: 'usd', discountPercent: 25, popular: false, isTest: false },
  ]
  /** The transactions, newest first. */
  transactions: RubyTransaction[] = []
  orders: RubyOrder[] = []
  /** The payment page of each checkout; null breaks the contract. */
  checkoutUrl: string | null = 'https://pay.example.test/session'
  /** The rubies of each code. */
  codes = new Map<string, number>()
  daily: DailyRewardCheck = { canClaim: false, nextClaimAt: null }
  shares: RubyShares = { percent: 0, earned: 0, remainderHundredths: 0 }
  readonly api: FakeApi

  constructor(api: FakeApi) {
    this.api = api
  }

  addTransaction(fields: Partial<RubyTransaction> = {}): RubyTransaction {
    const transaction: RubyTransaction = {
      id: this.api.id('transaction'),
      amount: -3,
      type: 'chat',
      description: 'Reply from Mara Venn (MythoMist 7B)',
      createdAt: new Date().toISOString(),
      balanceAfter: 47,
      chat: null,
      ...fields,
    }
    this.transactions.unshift(transaction)
    return transaction
  }

  addOrder(fields: Partial<RubyOrder> = {}): RubyOrder {
    const order: RubyOrder = {
      id: this.api.id('order'),
      rubies: 500,
      priceCents: 900,
      currency: 'usd',
      state: 'open',
      createdAt: new Date().toISOString(),
      paidAt: null,
      isTest: false,
      ...fields,
    }
    this.orders.push(order)
    return order
  }

  /** Settles an order, as a webhook does. */
  settle(order: RubyOrder, state: RubyOrder['state']): void {
    order.state = state
    if (state === 'paid') this.#credit(order.rubies)
  }

  /** Returns null for calls of other modules. */
  answer(method: string, url: URL, body: unknown): Response | null {
    const call = `${method} ${url.pathname}`
    if (call === 'GET /api/rubies/packs') return answer('RubyPackOffers', this.packs)
    if (call === 'GET /api/rubies/shares') return answer('RubyShares', this.shares)
    if (call === 'GET /api/rubies/transactions') return pageOf('RubyTransactions', url, this.transactions)
    if (call === 'POST /api/rubies/stripe-checkout')
      return this.#checkout(body as { rubyAmount: number; price: number })
    if (call === 'GET /api/daily-reward/check') return answer('DailyRewardCheck', this.daily)
    if (call === 'POST /api/daily-reward/claim') return this.#claimDaily()
    if (call === 'POST /api/discord-reward') return this.#claimDiscord()
    if (call === 'POST /api/rubies/codes') return this.#redeem((body as { code: string }).code)
    if (!call.startsWith('GET /api/rubies/orders/')) return null
    const order = this.orders.find(({ id }) => id === url.pathname.split('/').at(-1))
    return order ? answer('RubyOrder', order) : refuse(404, 'not_found', 'There is no such order.')
  }

  #checkout({ rubyAmount, price }: { rubyAmount: number; price: number }): Response {
    const pack = this.packs.find(({ rubies, priceCents }) => rubies === rubyAmount && priceCents / 100 === price)
    if (!pack) return refuse(422, 'no_such_pack', 'There is no such pack.')
    const { rubies, priceCents, isTest } = pack
    const { id } = this.addOrder({ rubies, priceCents, isTest })
    if (this.checkoutUrl === null) return malformed({ checkoutUrl: null, orderId: id })
    return answer('CheckoutAnswer', { checkoutUrl: this.checkoutUrl, orderId: id })
  }

  #claimDaily(): Response {
    const success = this.daily.canClaim
    this.daily = { canClaim: false, nextClaimAt: new Date(Date.now() + 3_600_000).toISOString() }
    if (success) this.#credit(10)
    const message = success ? 'You received 10 rubies.' : 'You have claimed today’s reward already.'
    return answer('DailyRewardClaim', { success, message, rubies: this.api.user!.rubies })
  }

  #claimDiscord(): Response {
    if (this.api.user?.discordJoined) return refuse(409, 'claimed_already', 'You have it already.')
    this.#credit(50)
    this.api.user = { ...this.api.user!, discordJoined: true }
    return answer('DiscordReward', { message: 'You received 50 rubies.', rubies: this.api.user.rubies })
  }

  #redeem(code: string): Response {
    const rubies = this.codes.get(code)
    if (rubies === undefined) return refuse(404, 'unknown_code', 'There is no such code.')
    this.codes.delete(code)
    this.#credit(rubies)
    return answer('CodeRedemption', { message: `You received ${rubies} rubies.`, rubies: this.api.user!.rubies })
  }

  #credit(rubies: number): void {
    this.api.user = { ...this.api.user!, rubies: this.api.user!.rubies + rubies }
  }
}
