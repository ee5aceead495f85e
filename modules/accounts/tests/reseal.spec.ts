import app from '@adonisjs/core/services/app'
import { drivers, EncryptionManager } from '@adonisjs/core/encryption'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { Accounts, SealedSecrets } from '../index.ts'
import { ResealSecondFactors } from '../src/second_factor/reseal_second_factors.ts'
import { decryptSecret, encryptSecret } from '../src/second_factor/encrypted_secret.ts'
import { newEmail, password } from './support.ts'

const [oldKey, newKey, foreignKey] = ['old', 'new', 'foreign'].map((name) => `${name} key, and long enough to be one`)

const encryptionWith = async (...keys: string[]) => {
  const app = await drivers.aes256gcm({ id: 'app', keys }).resolver(null as never)
  return new EncryptionManager({ default: 'app', list: { app } }) as never
}

test.group('After a change of APP_KEY', () => {
  test('re-encrypts second factors idempotently, and counts those it can’t decrypt', async ({ assert, cleanup }) => {
    const db = await app.container.make(Database)
    const accounts = await app.container.make(Accounts)
    const [before, both, after, foreign] = await Promise.all([
      encryptionWith(oldKey!),
      encryptionWith(newKey!, oldKey!),
      encryptionWith(newKey!),
      encryptionWith(foreignKey!),
    ])
    const add = async (sealing: typeof before, secret: string) => {
      const opened = await accounts.open({ email: newEmail(), password })
      if (!opened.ok) throw new Error(JSON.stringify(opened.failure))
      const { userId } = opened.value
      const sealed = encryptSecret(sealing, userId, secret)
      await db.rawQuery('INSERT INTO second_factors (user_id, secret) VALUES (?, ?)', [userId, sealed])
      cleanup(async () => void (await db.rawQuery('DELETE FROM second_factors WHERE user_id = ?', [userId])))
      return { userId, sealed }
    }
    const storedSecret = async ({ userId }: { userId: string }): Promise<string> =>
      (await db.rawQuery('SELECT secret FROM second_factors WHERE user_id = ?', [userId])).rows[0].secret

    const [old, fresh, lost] = [await add(before, 'ONE'), await add(after, 'TWO'), await add(foreign, 'THREE')]
    const earlier = (await db.rawQuery('SELECT count(*)::int FROM second_factors')).rows[0].count - 3
    for (let time = 0; time < 2; time++) {
      const counted = await new ResealSecondFactors(db, both).reseal()
      assert.deepEqual(counted, { resealed: 2, lost: earlier + 1 })
      assert.equal(decryptSecret(after, old.userId, await storedSecret(old)), 'ONE')
      assert.equal(decryptSecret(after, fresh.userId, await storedSecret(fresh)), 'TWO')
      assert.equal(await storedSecret(lost), lost.sealed)
    }
  })

  test('is bound as SealedSecrets for the operator', async ({ assert }) => {
    assert.instanceOf(await app.container.make(SealedSecrets), ResealSecondFactors)
  })
})
