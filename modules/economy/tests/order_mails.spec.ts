import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { composeReceipt, composeRefund } from '../src/orders/order_mails.ts'
import { RubyOrderRow } from '../src/tables/ruby_order_row.ts'

const setUp = async ({ isTest = false, rubies = 500, amountCents = 900, isPaid = true, ...parts } = {}) => {
  const db = await app.container.make(Database)
  const [userId, orderId] = [newId(), newId()]
  await RubyOrderRow.create(
    {
      userId,
      id: orderId,
      rubies: String(rubies),
      amountCents: String(amountCents),
      currency: 'usd',
      provider: 'fake',
      isTest,
      state: isPaid ? 'paid' : 'open',
      paidAt: isPaid ? new Date('2026-11-30T23:59:00Z') : null,
      expiresAt: new Date('2026-11-30T23:59:00Z'),
    } as never,
    { client: db.connection() }
  )
  const settings = {
    db,
    accounts: { person: async (id: string) => ({ id, email: 'ann@example.test' }) } as never,
    pages: { find: async () => null } as never,
    appUrl: 'https://facet.test',
    productName: 'Facet',
    hasRubies: true,
    ...parts,
  }
  return { settings, details: { userId, orderId } }
}

test.group('A receipt', () => {
  test('names rubies, price, day, order and imprint', async ({ assert }) => {
    const pages = { find: async (name: string) => (name === 'imprint' ? { text: 'x' } : null) } as never
    const { settings, details } = await setUp({ pages } as object)
    assert.deepEqual(await composeReceipt(settings)(details), {
      userId: details.userId,
      address: 'ann@example.test',
      subject: 'Facet: receipt for 500 rubies',
      paragraphs: ['You bought 500 rubies for $9.00 on 30 November 2026.', `Order number: ${details.orderId}`],
      link: { label: 'Show your rubies', url: 'https://facet.test/ruby-shop?tab=history' },
      notes: ['Keep this mail for your records.', 'The seller: https://facet.test/imprint'],
    })
  })

  test('says so for a test payment, and names no page that isn’t there', async ({ assert }) => {
    const { settings, details } = await setUp({ isTest: true, hasRubies: false } as object)
    const mail = (await composeReceipt(settings)(details))!
    assert.include(mail.paragraphs, 'This was a test payment, and no money was moved.')
    assert.equal(mail.link.url, 'https://facet.test')
    assert.deepEqual(mail.notes, ['Keep this mail for your records.'])
  })

  test('isn’t sent to a deleted account, for an unpaid order or for another user’s order', async ({ assert }) => {
    const gone = await setUp({ accounts: { person: async () => null } as never } as object)
    assert.isNull(await composeReceipt(gone.settings)(gone.details))
    const open = await setUp({ isPaid: false })
    assert.isNull(await composeReceipt(open.settings)(open.details))
    const { settings, details } = await setUp()
    assert.isNull(await composeReceipt(settings)({ ...details, userId: newId() }))
  })
})

test.group('The mail about a refund', () => {
  test('names the money and the rubies taken back', async ({ assert }) => {
    const { settings, details } = await setUp({ rubies: 6_000, amountCents: 9_000 })
    const mail = (await composeRefund(settings)({ ...details, refundedCents: 4_550, rubies: 3_033 }))!
    assert.equal(mail.subject, 'Facet: refund for 6,000 rubies')
    assert.deepEqual(mail.paragraphs.slice(0, 2), [
      '$45.50 was refunded for the 6,000 rubies that you bought for $90.00 on 30 November 2026.',
      '3,033 rubies were taken back. Those that you had already spent are taken from your next ones.',
    ])
  })

  test('names no rubies when none were taken back', async ({ assert }) => {
    const { settings, details } = await setUp()
    const mail = (await composeRefund(settings)({ ...details, refundedCents: 1, rubies: 0 }))!
    assert.deepEqual(mail.paragraphs, [
      '$0.01 was refunded for the 500 rubies that you bought for $9.00 on 30 November 2026.',
      `Order number: ${details.orderId}`,
    ])
  })
})
