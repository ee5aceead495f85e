import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { systemTimers } from '#plugins/contract/timers'
import { openPartitioned } from '#tests/support/partitions'
import { ApplyPaymentEvent } from '../src/orders/apply_payment_event.ts'
import { BeginCheckout } from '../src/orders/begin_checkout.ts'
import { orderQuery } from '../src/orders/order_query.ts'
import { DatabaseLedger } from '../src/ledger/database_ledger.ts'
import { LedgerBalanceReader } from '../src/queries/balance_query.ts'
import { transactionsQuery } from '../src/queries/transactions_query.ts'
import { ledgerFunctions } from './support.ts'

test.group('A partitioned ledger', () => {
  test('reads one partition of each table for a statement on behalf of one user', async ({ assert, cleanup }) => {
    const { client, db, run, seen } = await openPartitioned(cleanup)
    const ledger = new DatabaseLedger(db)
    const { hold, take, takeShared, giveBack } = ledgerFunctions(client)
    const [userId, taken, shared, released] = [newId(), newId(), newId(), newId()]
    await run('opening an account', () => db.transaction((trx) => ledger.openAccount(userId, trx)))
    const posting = { userId, amount: 100, type: 'welcome', description: 'Welcome', key: 'welcome' } as const
    await run('a credit', () => ledger.post(posting))
    for (const id of [taken, shared, released]) await run('a hold', () => hold(userId, id, 5))
    await run('taking a hold', () => take(userId, taken))
    await run('taking a hold with a share', () => takeShared({ userId, id: shared }, newId(), 10))
    await run('giving back a hold', () => giveBack(userId, released))
    await run('reading the balance', () => new LedgerBalanceReader(db).read(userId))
    await run('reading the history', () =>
      transactionsQuery(db, { chatsOf: async () => new Map() }, userId, { limit: 10 })
    )

    const logger = { info() {}, warn() {}, error() {} } as never
    const pack = { rubies: 500, priceCents: 900, currency: 'usd', discountPercent: 0, popular: false }
    const provider = { name: 'fake', createCheckout: async () => ({ url: '', reference: 'r' }) } as never
    const settings = { provider, packs: [pack], checkoutMinutes: 60, appUrl: '' } as never
    const checkout = new BeginCheckout(
      db,
      settings,
      settings,
      settings,
      { enabled: true } as never,
      systemTimers,
      {},
      logger,
      { sentence: null }
    )
    const buyer = { id: userId, email: null }
    const begun = await run('a checkout', () => checkout.run(buyer, { rubyAmount: 500, price: 9 }))
    if (!begun.ok) throw new Error(begun.failure.kind)
    const { orderId } = begun.value
    const about = { orderId, paymentReference: 'p', occurredAt: new Date() }
    const apply = new ApplyPaymentEvent(db, ledger, { enqueue: async () => {} } as never, logger, {})
    for (const event of [
      { ...about, eventId: '1', type: 'paid', amountCents: 900, currency: 'usd' },
      { ...about, eventId: '2', type: 'refunded', refundedCents: 900, currency: 'usd' },
    ] as const)
      assert.deepInclude(await run(event.type, () => apply.run('fake', event)), { kind: 'applied' })
    assert.deepInclude(await run('reading an order', () => orderQuery(db, userId, orderId)), { state: 'refunded' })

    // The plans are really reported, and read.
    assert.includeMembers([...seen], ['ruby_accounts', 'ruby_transactions', 'ruby_holds', 'ruby_orders'])
  })
})
