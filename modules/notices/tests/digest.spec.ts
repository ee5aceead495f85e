import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { newId, nilUuid } from '#modules/kernel/ids'
import { Mail, type MailOrder } from '#modules/mail/index'
import { systemTimers } from '#plugins/contract/timers'
import { composeDigest, type DigestDetails } from '../src/digest/digest_mail.ts'
import { DigestChoice } from '../src/digest/digest_choice.ts'
import { SendDigests } from '../src/digest/send_digests.ts'
import { UnsubscribeLinks } from '../src/digest/unsubscribe_links.ts'
import type { NotificationKind } from '../api.ts'
import { setUp as setUpNotifications } from './support.ts'

/** Ids in order, older than every id of `newId`, which orders none of the same millisecond. */
let made = 0
const nextId = () => `01900000-0000-7000-8000-${(++made).toString(16).padStart(12, '0')}`

const setUp = async () => {
  const base = await setUpNotifications()
  const { db, accounts, ask, describe, newUser } = base
  const links = await app.container.make(UnsubscribeLinks)
  const choice = await app.container.make(DigestChoice)
  const verify = (userId: string, at: Date | null = new Date()) =>
    ask('UPDATE users SET email_verified_at = ? WHERE id = ?', [at, userId])
  const newReader = async (): Promise<string> => {
    const userId = await newUser()
    await verify(userId)
    await choice.change(userId, 'day')
    await ask('UPDATE notification_digests SET mailed_up_to = ? WHERE user_id = ?', [nilUuid, userId])
    return userId
  }
  /** Adds notifications of five minutes ago, and returns their ids, oldest first. */
  const fill = async (
    userId: string,
    kind: NotificationKind,
    count: number,
    subject = () => ({ decisionId: newId() })
  ) => {
    const ids = Array.from({ length: count }, nextId)
    for (const id of ids)
      await ask(
        `INSERT INTO notifications (user_id, id, kind, key, group_key, subject, is_listed, created_at)
         VALUES (?, ?, ?, ?, ?, ?, true, now() - INTERVAL '5 minutes')`,
        [userId, id, kind, id, id, JSON.stringify(subject())]
      )
    return ids
  }
  const makeDue = (userId: string) =>
    ask(`UPDATE notification_digests SET due_at = now() - INTERVAL '1 minute' WHERE user_id = ?`, [userId])
  const rowOf = async (userId: string) =>
    (await ask('SELECT *, due_at > now() AS is_later FROM notification_digests WHERE user_id = ?', [userId]))[0]
  /** Queues what is due, and returns the orders of these users. Other tests’ users have mail of their own. */
  const send = async (...userIds: string[]) => {
    const orders: MailOrder<DigestDetails>[] = []
    const mail = { enqueue: async (order: MailOrder<DigestDetails>) => void orders.push(order) } as unknown as Mail
    await new SendDigests(db, mail, systemTimers).run()
    return orders.filter(({ userId }) => userIds.includes(userId!))
  }
  const compose = composeDigest({ db, accounts, describe, links, appUrl: 'https://facet.test', productName: 'Facet' })
  return { ...base, links, choice, verify, newReader, fill, makeDue, rowOf, send, compose }
}

test.group('Turning on the digest', () => {
  test('requires a verified address, and is off at first', async ({ assert }) => {
    const { choice, newUser, verify, rowOf } = await setUp()
    const userId = await newUser()
    assert.deepEqual(await choice.read(userId), { every: null })
    assert.deepEqual(await choice.change(userId, 'week'), { ok: false, failure: 'email_unverified' })
    assert.isUndefined(await rowOf(userId))
    await verify(userId)
    assert.deepEqual(await choice.change(userId, 'week'), { ok: true, value: { every: 'week' } })
    assert.deepEqual(await choice.read(userId), { every: 'week' })
    await choice.change(userId, null)
    await choice.change(userId, null)
    assert.deepEqual(await choice.read(userId), { every: null })
  })

  test('tells of what is new from then on, and the same choice again changes nothing', async ({ assert }) => {
    const { choice, fill, makeDue, newReader, rowOf, send } = await setUp()
    const userId = await newReader()
    const before = await rowOf(userId)
    await choice.change(userId, 'day')
    assert.deepEqual(await rowOf(userId), before)
    await choice.change(userId, 'week')
    const after = await rowOf(userId)
    assert.equal(after.mailed_up_to, before.mailed_up_to)
    assert.isAbove(after.due_at.getTime(), before.due_at.getTime())

    await choice.change(userId, null)
    await fill(userId, 'decision', 1)
    await choice.change(userId, 'day')
    await makeDue(userId)
    assert.isEmpty(await send(userId))
  })
})

test.group('A digest', () => {
  test('is queued once for what is new, also by two processes at once', async ({ assert }) => {
    const { fill, makeDue, newReader, rowOf, send } = await setUp()
    const userId = await newReader()
    const [, newest] = await fill(userId, 'decision', 2)
    assert.isEmpty(await send(userId), 'it isn’t due')
    await makeDue(userId)
    const orders = (await Promise.all([send(userId), send(userId)])).flat()
    assert.deepEqual(orders, [{ kind: 'digest', userId, details: { userId, after: nilUuid, upTo: newest } }])
    assert.isTrue((await rowOf(userId)).is_later)
    await makeDue(userId)
    assert.isEmpty(await send(userId), 'nothing is new')
    const [next] = await fill(userId, 'decision', 1)
    await makeDue(userId)
    assert.deepEqual(
      (await send(userId)).map(({ details }) => details),
      [{ userId, after: newest, upTo: next }]
    )
  })

  test('is queued again when its transaction fails, and counts nothing twice', async ({ assert }) => {
    const { db, fill, makeDue, newReader, rowOf, send } = await setUp()
    const userId = await newReader()
    const [only] = await fill(userId, 'decision', 1)
    const before = await rowOf(userId)
    await makeDue(userId)
    const mail = {
      enqueue: async () => {
        throw new Error('The process was killed.')
      },
    } as unknown as Mail
    await assert.rejects(() => new SendDigests(db, mail, systemTimers).run(), 'The process was killed.')
    assert.equal((await rowOf(userId)).mailed_up_to, before.mailed_up_to)
    assert.deepEqual(
      (await send(userId)).map(({ details }) => details.upTo),
      [only]
    )
  })

  test('leaves out what is read, unwanted or newer than a minute', async ({ assert }) => {
    const { ask, fill, makeDue, newReader, send, add } = await setUp()
    const [reader, unwanting, early] = [await newReader(), await newReader(), await newReader()]
    await fill(reader, 'decision', 1)
    await ask('UPDATE notifications SET read_at = now() WHERE user_id = ?', [reader])
    await fill(unwanting, 'decision', 1)
    await ask('INSERT INTO notification_settings (user_id, choices) VALUES (?, ?)', [
      unwanting,
      JSON.stringify({ decision: ['app'] }),
    ])
    await add({ userId: early, kind: 'decision', key: 'new', subject: { decisionId: newId() } })
    for (const userId of [reader, unwanting, early]) await makeDue(userId)
    assert.isEmpty(await send(reader, unwanting, early))
  })

  test('is due a day after the last one, however long the servers were away', async ({ assert }) => {
    const { ask, newReader, rowOf, send } = await setUp()
    const userId = await newReader()
    await ask(`UPDATE notification_digests SET due_at = now() - INTERVAL '73 hours' WHERE user_id = ?`, [userId])
    const { due_at: dueAt } = await rowOf(userId)
    await send(userId)
    assert.equal((await rowOf(userId)).due_at.getTime() - dueAt.getTime(), 96 * 3_600_000)
  })
})

test.group('The mail of a digest', () => {
  const gifts = () => ({ transactionId: newId(), rubies: 5, source: 'gift' }) as never

  test('counts what is unread by kind, without names and texts of people', async ({ assert }) => {
    const { ask, compose, fill, links, newReader, newUser } = await setUp()
    const userId = await newReader()
    await ask('INSERT INTO notification_settings (user_id, choices) VALUES (?, ?)', [
      userId,
      JSON.stringify({ rubies_received: ['mail'] }),
    ])
    const fan = await newUser('Visit evil.example')
    await fill(userId, 'follower', 2, () => ({ actorId: fan }) as never)
    const [upTo] = await fill(userId, 'rubies_received', 1, gifts)
    const { email } = (await ask('SELECT email FROM users WHERE id = ?', [userId]))[0]
    const { unsubscribeUrl, ...mail } = (await compose({ userId, after: nilUuid, upTo: upTo! }))!
    assert.deepEqual(mail, {
      userId,
      address: email,
      subject: 'Facet: your notifications',
      paragraphs: ['New since the last mail: 2 new followers and rubies that you received.'],
      link: { label: 'Show your notifications', url: 'https://facet.test/notifications' },
      notes: ['You get this mail once a day, because you chose so in your settings.'],
    })
    assert.equal(links.read(decodeURIComponent(unsubscribeUrl!.split('/').at(-1)!)), userId)
  })

  test('names at most 100 by their kinds, and the number of older ones', async ({ assert }) => {
    const { ask, compose, fill, newReader } = await setUp()
    const userId = await newReader()
    await ask('INSERT INTO notification_settings (user_id, choices) VALUES (?, ?)', [
      userId,
      JSON.stringify({ rubies_received: ['app', 'mail'] }),
    ])
    const upTo = (await fill(userId, 'rubies_received', 101, gifts)).at(-1)!
    assert.deepEqual((await compose({ userId, after: nilUuid, upTo }))!.paragraphs, [
      'New since the last mail: rubies that you received and 1 older notification.',
    ])
  })

  test('isn’t sent once all is read, or the digest, the address or the account is gone', async ({ assert }) => {
    const { ask, choice, compose, fill, newReader, verify } = await setUp()
    const change: ((userId: string) => Promise<unknown>)[] = [
      (userId) => ask('UPDATE notifications SET read_at = now() WHERE user_id = ?', [userId]),
      (userId) => choice.change(userId, null),
      (userId) => verify(userId, null),
      (userId) => ask('UPDATE users SET disabled_at = now() WHERE id = ?', [userId]),
      (userId) =>
        ask(`UPDATE notification_settings SET choices = '{"rubies_received": ["app"]}' WHERE user_id = ?`, [userId]),
    ]
    for (const end of change) {
      const userId = await newReader()
      await ask('INSERT INTO notification_settings (user_id, choices) VALUES (?, ?)', [
        userId,
        JSON.stringify({ rubies_received: ['app', 'mail'] }),
      ])
      const [upTo] = await fill(userId, 'rubies_received', 1, gifts)
      assert.isNotNull(await compose({ userId, after: nilUuid, upTo: upTo! }))
      await end(userId)
      assert.isNull(await compose({ userId, after: nilUuid, upTo: upTo! }))
    }
  })

  test('ends with the account', async ({ assert }) => {
    const { accounts, db, newReader, rowOf } = await setUp()
    const userId = await newReader()
    await db.transaction((trx) => accounts.closing.run({ userId }, trx))
    assert.isUndefined(await rowOf(userId))
  })
})
