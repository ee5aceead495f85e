import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import type { AddedNotification } from '../index.ts'
import { setUp, viewer } from './support.ts'

const rubies = (userId: string, key = newId()) => ({
  userId,
  kind: 'rubies_received' as const,
  key,
  subject: { transactionId: newId(), rubies: 40, source: 'code' as const },
})

test.group('Adding notifications', () => {
  test('adds a key once, and runs the hook for new ones only', async ({ assert }) => {
    const { add, notifications, newUser, rows } = await setUp()
    const userId = await newUser()
    const heard: AddedNotification[] = []
    notifications.added.on(
      async ({ notifications: added }) => void heard.push(...added.filter((each) => each.userId === userId))
    )
    assert.deepEqual(await add(rubies(userId, 'one')), { added: 1, repeated: 0 })
    assert.deepEqual(await add(rubies(userId, 'one')), { added: 0, repeated: 1 })
    const stored = (await rows(userId)).filter(({ key }) => key === 'one')
    assert.lengthOf(stored, 1)
    assert.deepEqual(heard, [{ userId, id: stored[0]!.id, kind: 'rubies_received', ways: ['app'] }])
  })

  test('follows the settings: lists only what the app may show, and adds nothing without a way', async ({ assert }) => {
    const { add, ask, newUser, rows } = await setUp()
    const userId = await newUser()
    await ask('INSERT INTO notification_settings (user_id, choices) VALUES (?, ?)', [
      userId,
      JSON.stringify({ rubies_received: [], likes: ['push'], decision: ['mail'] }),
    ])
    assert.deepEqual(await add(rubies(userId)), { added: 0, repeated: 0 })
    await add({ userId, kind: 'likes', key: 'likes', subject: { characterId: newId(), likes: 1 } })
    await add({ userId, kind: 'decision', key: 'decision', subject: { decisionId: newId() } })
    const listed = (await rows(userId)).filter(({ key }) => ['likes', 'decision'].includes(key))
    assert.deepEqual(
      listed.map(({ kind, is_listed }) => [kind, is_listed]),
      [
        ['likes', false],
        ['decision', true],
      ]
    )
  })

  test('describes a notification to its own user only', async ({ assert }) => {
    const { add, describe, newUser, rows } = await setUp()
    const [userId, other] = [await newUser(), await newUser()]
    await add(rubies(userId, 'mine'))
    const { id } = (await rows(userId)).find(({ key }) => key === 'mine')!
    assert.deepEqual(await describe.run(viewer(userId), [id, newId()]), [
      {
        id,
        kind: 'rubies_received',
        title: 'You received 40 rubies',
        text: 'They are from your code.',
        href: '/ruby-shop',
        pictureUrl: null,
        isAdult: false,
      },
    ])
    assert.deepEqual(await describe.run(viewer(other), [id]), [])
  })
})
