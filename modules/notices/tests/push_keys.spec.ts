import app from '@adonisjs/core/services/app'
import { Encryption } from '@adonisjs/core/encryption'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { SealedSecrets } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { PushKeys } from '../src/push/push_keys.ts'
import { newServerKey } from '../src/push/web_push.ts'

/** Starts without keys. `keys` are those of a process, whose operator may have given a key. */
const setUpKeys = async () => {
  const db = await app.container.make(Database)
  const encryption = await app.container.make(Encryption)
  await db.rawQuery('DELETE FROM push_keys')
  const keys = (privateKey: string | null = null, own: Pick<Encryption, 'encrypt' | 'decrypt'> = encryption) =>
    new PushKeys(db, own as Encryption, { privateKey, contact: 'mailto:ops@facet.example' })
  const rows = async () => (await db.rawQuery('SELECT * FROM push_keys ORDER BY generation')).rows
  return { db, keys, rows }
}

test.group('The key of the server for pushes', () => {
  test('is made once, by one of several processes that need it at once', async ({ assert }) => {
    const { keys, rows } = await setUpKeys()
    const found = await Promise.all(Array.from({ length: 6 }, () => keys().current()))
    assert.lengthOf(await rows(), 1)
    assert.lengthOf(new Set(found.map(({ privateKey }) => privateKey)), 1)
    assert.deepEqual(await keys().find(found[0]!.publicKey), found[0])
  })

  test('is encrypted in the table, by reseal again, and made anew if APP_KEY is lost', async ({ assert }) => {
    const { keys, rows } = await setUpKeys()
    const key = await keys().current()
    const [before] = await rows()
    assert.notInclude(JSON.stringify(before), key.privateKey)
    const { resealed, lost } = await (await app.container.make(SealedSecrets)).reseal()
    assert.isAtLeast(resealed, 1)
    assert.equal(lost, 0)
    const [after] = await rows()
    assert.notEqual(after.sealed_private_key, before.sealed_private_key)
    assert.deepEqual(await keys().current(), key)

    const encryption = await app.container.make(Encryption)
    const other = keys(null, {
      encrypt: encryption.encrypt.bind(encryption),
      decrypt: (value, purpose) => (value === after.sealed_private_key ? null : encryption.decrypt(value, purpose)),
    } as Encryption)
    assert.isNull(await other.find(key.publicKey))
    const made = await other.current()
    assert.notEqual(made.publicKey, key.publicKey)
    assert.deepEqual(await other.current(), made)
    assert.deepInclude(await other.reseal(), { lost: 1 })
  })

  test('is replaced by a rotation, which keeps those that subscriptions use', async ({ assert }) => {
    const { db, keys, rows } = await setUpKeys()
    const [first, userId] = [await keys().current(), newId()]
    await db.rawQuery(
      `INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, server_key, shows_texts)
       VALUES (?, ?, 'https://push.example', ?, ?, ?, false)`,
      [userId, newId(), 'a'.repeat(87), 'a'.repeat(22), first.publicKey]
    )
    assert.equal(await keys().rotate(), 'rotated')
    const second = await keys().current()
    assert.equal(await keys().rotate(), 'rotated')
    const third = await keys().current()
    assert.deepEqual(
      (await rows()).map((row: { public_key: string }) => row.public_key),
      [first.publicKey, third.publicKey]
    )
    assert.isNull(await keys().find(second.publicKey))
    await db.rawQuery('DELETE FROM push_subscriptions WHERE user_id = ?', [userId])
    await keys().rotate()
    assert.lengthOf(await rows(), 1)
  })

  test('may be given by the operator, and signs for its subscriptions when another is given', async ({ assert }) => {
    const { keys, rows } = await setUpKeys()
    const [one, two] = [newServerKey(), newServerKey()]
    assert.deepEqual(await keys(one.privateKey).current(), one)
    assert.deepEqual(await keys(one.privateKey).current(), one)
    assert.deepEqual(await keys(two.privateKey).current(), two)
    assert.deepEqual(await keys(two.privateKey).find(one.publicKey), one)
    assert.lengthOf(await rows(), 2)
    assert.equal(await keys(two.privateKey).rotate(), 'given')
    assert.deepEqual(await keys().current(), two)
  })
})
