import { Encryption } from '@adonisjs/core/encryption'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { ProviderError } from '#plugins/contract/errors'
import type { Mail as SentMail, MailTransport } from '#plugins/contract/mail'
import type { ComposedMail, MailSettings } from '../index.ts'
import { DatabaseMail } from '../src/database_mail.ts'
import { OutboxQuery } from '../src/outbox_query.ts'
import { purgeOutbox } from '../src/purge_outbox.ts'
import { Sealed } from '../src/sealed.ts'
import { Transport } from '../src/transport.ts'
import { pauseSeconds, SendDueMail } from '../src/send_due_mail.ts'
import { waitUntil } from '#tests/support/wait_until'

const never = new AbortController().signal

/** Deletes all mails, and creates a sender with a fake transport. */
const setUp = async ({ keepsCopies = false } = {}) => {
  const db = await app.container.make(Database)
  await db.rawQuery('DELETE FROM mail_outbox')
  const sent: SentMail[] = []
  const deleted: string[] = []
  const transport = {
    failure: null as ProviderError | null,
    held: null as Promise<void> | null,
    async send(mail: SentMail, signal: AbortSignal) {
      await transport.held
      if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
      if (transport.failure) throw transport.failure
      sent.push(mail)
    },
    check: async () => 'ready',
    copies: keepsCopies
      ? { place: 'memory', delete: async (ids: readonly string[]) => void deleted.push(...ids) }
      : undefined,
  } satisfies MailTransport & Record<string, unknown>
  const open = new Transport({ open: async () => transport } as unknown as MailSettings)
  const sealed = new Sealed(await app.container.make(Encryption))
  const mail = new DatabaseMail(sealed, open)
  const userId = newId()
  const composed: ComposedMail = {
    userId,
    address: 'ann@example.test',
    subject: 'Hello <Ann>',
    paragraphs: ['One & two.'],
    link: { label: 'Open it', url: 'https://facet.test/x?a=1&b=2' },
    notes: ['A note.'],
  }
  let answer: ComposedMail | null = composed
  mail.compose('greeting', async (details: { address: string }) => answer && { ...answer, address: details.address })
  const log: { line: string; entry: unknown }[] = []
  const write = (entry: unknown, line: string) => void log.push({ line, entry })
  const sender = () =>
    new SendDueMail(
      db,
      mail,
      sealed,
      open,
      { brand: { name: 'Facet', tagline: 'A line.', accent: '#c81e4a' }, appUrl: 'https://facet.test' } as MailSettings,
      { info: write, warn: write, error: write } as never
    )
  const rows = async () => (await db.rawQuery('SELECT *, due_at - now() AS pause FROM mail_outbox ORDER BY id')).rows
  return {
    db,
    mail,
    transport,
    open,
    sent,
    deleted,
    log,
    userId,
    rows,
    sender,
    outbox: new OutboxQuery(db, sealed),
    answerWith: (value: ComposedMail | null) => (answer = value),
    enqueue: (address = 'ann@example.test', client: Parameters<DatabaseMail['enqueue']>[1] = db) =>
      mail.enqueue({ kind: 'greeting', userId: null, details: { address } }, client),
    makeDue: () => db.rawQuery('UPDATE mail_outbox SET due_at = now() WHERE sent_at IS NULL'),
  }
}

test.group('Queued mail', (group) => {
  group.each.teardown(async () => void (await (await app.container.make(Database)).rawQuery('DELETE FROM mail_outbox')))

  test('is sent in the product’s design, and leaves nothing in the database', async ({ assert }) => {
    const { enqueue, sender, sent, rows, log } = await setUp()
    await enqueue()
    const [row] = await rows()
    assert.notInclude(JSON.stringify(row), 'ann@')
    await sender().run(never)
    assert.deepEqual(await rows(), [])
    const [mail, ...others] = sent
    assert.lengthOf(others, 0)
    assert.equal(mail!.to, 'ann@example.test')
    assert.equal(mail!.id, row.id)
    assert.equal(
      mail!.text,
      'One & two.\n\nOpen it:\nhttps://facet.test/x?a=1&b=2\n\nA note.\n\n-- \nFacet. A line.\nhttps://facet.test'
    )
    assert.include(mail!.html, 'Hello &lt;Ann&gt;')
    assert.include(mail!.html, 'href="https://facet.test/x?a=1&amp;b=2"')
    assert.notMatch(mail!.html, /<script|<img|@import|url\(/)
    assert.notInclude(JSON.stringify(log), 'ann@')
  })

  test('is sent only if the transaction that queued it commits', async ({ assert }) => {
    const { db, mail, enqueue, sender, sent } = await setUp()
    let due = 0
    mail.onDue = () => void due++
    const trx = await db.transaction()
    await enqueue('lost@example.test', trx)
    await trx.rollback()
    await db.transaction(async (kept) => {
      await enqueue('kept@example.test', kept)
      assert.equal(due, 0)
    })
    assert.equal(due, 1)
    await sender().run(never)
    assert.deepEqual(
      sent.map(({ to }) => to),
      ['kept@example.test']
    )
  })

  test('is sent once by several processes', async ({ assert }) => {
    const { enqueue, sender, sent } = await setUp()
    const addresses = Array.from({ length: 20 }, (_, index) => `person-${index}@example.test`)
    for (const address of addresses) await enqueue(address)
    await Promise.all([sender().run(never), sender().run(never), sender().run(never)])
    assert.sameMembers(
      sent.map(({ to }) => to),
      addresses
    )
    assert.lengthOf(sent, addresses.length)
  })

  test('is retried after growing pauses, under the same id, and then given up', async ({ assert }) => {
    const { enqueue, sender, sent, rows, transport, makeDue, log } = await setUp()
    transport.failure = new ProviderError('unavailable', 'The SMTP server can’t be reached.')
    await enqueue()
    const pauses: number[] = []
    for (let tries = 1; tries < 8; tries++) {
      await sender().run(never)
      const [row] = await rows()
      assert.equal(row.attempts, tries)
      pauses.push(
        Math.round(row.pause.hours ?? 0) * 3600 + Math.round(row.pause.minutes ?? 0) * 60 + (row.pause.seconds ?? 0)
      )
      await sender().run(never)
      assert.equal((await rows())[0].attempts, tries, 'It is not due yet.')
      await makeDue()
    }
    pauses.forEach((pause, index) => assert.closeTo(pause, pauseSeconds(index + 1), 20))
    assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(pauseSeconds), [30, 120, 480, 1920, 7200, 7200, 7200])
    await sender().run(never)
    assert.deepEqual(await rows(), [])
    assert.lengthOf(sent, 0)
    assert.equal(log.at(-1)!.line, 'mail could not be sent')
  })

  test('is dropped at once when it will never be accepted', async ({ assert }) => {
    const { enqueue, sender, rows, transport } = await setUp()
    transport.failure = new ProviderError('bad_request', 'The SMTP server refused the mail (SMTP 550).')
    await enqueue()
    await sender().run(never)
    assert.deepEqual(await rows(), [])
  })

  test('is dropped when it has become obsolete', async ({ assert }) => {
    const { enqueue, sender, sent, rows, answerWith } = await setUp()
    answerWith(null)
    await enqueue()
    await sender().run(never)
    assert.deepEqual([await rows(), sent], [[], []])
  })

  test('is taken over by another process after the lease of one that died', async ({ assert }) => {
    const { enqueue, sender, sent, transport, makeDue, rows } = await setUp()
    const hung = Promise.withResolvers<void>()
    transport.held = hung.promise
    await enqueue()
    const dying = sender().run(never)
    await waitUntil('the mail is sent', async () => (await rows())[0].attempts > 0)
    transport.held = null
    await sender().run(never)
    assert.lengthOf(sent, 0, 'The lease has not passed.')
    await makeDue()
    await sender().run(never)
    assert.lengthOf(sent, 1)
    hung.resolve()
    await dying
    assert.deepEqual(await rows(), [])
  })

  test('is due at once, and not counted, when the process stops', async ({ assert }) => {
    const { enqueue, sender, sent, rows, transport } = await setUp()
    const stopping = new AbortController()
    const held = Promise.withResolvers<void>()
    transport.held = held.promise
    await enqueue()
    const running = sender().run(stopping.signal)
    await waitUntil('the mail is sent', async () => (await rows())[0].attempts > 0)
    stopping.abort()
    held.resolve()
    await running
    assert.equal((await rows())[0].attempts, 0)
    transport.held = null
    await sender().run(never)
    assert.lengthOf(sent, 1)
  })

  test('that another key encrypted is dropped with an error', async ({ assert }) => {
    const { db, enqueue, sender, sent, rows, log } = await setUp()
    await enqueue()
    await db.rawQuery(`UPDATE mail_outbox SET sealed_order = 'nonsense'`)
    await sender().run(never)
    assert.deepEqual([await rows(), sent], [[], []])
    assert.include(log[0]!.line, 'APP_KEY')
  })
})

test.group('Copies of mail', (group) => {
  group.each.teardown(async () => void (await (await app.container.make(Database)).rawQuery('DELETE FROM mail_outbox')))

  test('are encrypted, and listed newest first by pages', async ({ assert }) => {
    const { enqueue, sender, rows, outbox, userId } = await setUp({ keepsCopies: true })
    for (const name of ['a', 'b', 'c']) await enqueue(`${name}@example.test`)
    await sender().run(never)
    assert.notInclude(JSON.stringify(await rows()), '@example.test')
    const first = (await outbox.list({ limit: 2 }))!
    const last = (await outbox.list({ limit: 2, cursor: first.next! }))!
    assert.deepEqual([first.items.length, last.items.length, last.next], [2, 1, null])
    // Ids begin with their time, and have no order within a millisecond.
    const listed = [...first.items, ...last.items]
    assert.deepEqual(
      listed.map(({ id }) => id),
      listed
        .map(({ id }) => id)
        .toSorted()
        .toReversed()
    )
    assert.sameMembers(
      listed.map(({ address }) => address),
      ['a@example.test', 'b@example.test', 'c@example.test']
    )
    assert.isNull(await outbox.list({ limit: 2, cursor: 'nonsense' }))
    const mail = (await outbox.find(last.items[0]!.id))!
    assert.deepInclude(mail, { userId, subject: 'Hello <Ann>' })
    assert.include(mail.text, 'https://facet.test/x')
    assert.isNull(await outbox.find(newId()))
  })

  test('of a user are deleted with the account, also those not sent yet', async ({ assert }) => {
    const { db, mail, enqueue, sender, rows, deleted, userId } = await setUp({ keepsCopies: true })
    await enqueue()
    await sender().run(never)
    await mail.enqueue({ kind: 'greeting', userId, details: { address: 'ann@example.test' } }, db)
    await mail.enqueue({ kind: 'greeting', userId: newId(), details: { address: 'bob@example.test' } }, db)
    // Mails of the same millisecond have no order.
    const others = new Set((await rows()).map(({ id }: { id: string }) => id))
    await db.transaction((trx) => mail.forget(userId, trx))
    const left = await rows()
    assert.lengthOf(left, 1)
    assert.notEqual(left[0].user_id, userId)
    others.delete(left[0].id)
    assert.sameMembers(deleted, [...others])
  })

  test('are deleted after a week', async ({ assert }) => {
    const { db, enqueue, sender, rows, deleted, open } = await setUp({ keepsCopies: true })
    await enqueue()
    await enqueue()
    await sender().run(never)
    const [old] = await rows()
    await db.rawQuery(`UPDATE mail_outbox SET created_at = now() - interval '8 days' WHERE id = ?::uuid`, [old.id])
    await purgeOutbox(db, open)
    assert.deepEqual(deleted, [old.id])
    assert.lengthOf(await rows(), 1)
  })
})
