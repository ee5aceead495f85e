import { createHash } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { SweepBlockedPictures } from '../src/actions/sweep_blocked_pictures.ts'
import { DatabaseModeratedPictures } from '../src/database_moderated_pictures.ts'
import { storedLikeness } from '../src/domain/likeness_file.ts'
import { StoredWidthsQuery } from '../src/queries/stored_widths_query.ts'

const setUp = async () => {
  const db = await app.container.make(Database)
  const add = async (likeness: bigint | null = null) => {
    const hash = createHash('sha256').update(newId()).digest('hex')
    await db.rawQuery(
      `INSERT INTO pictures (hash, owner_id, widths, bytes, likeness) VALUES (?, ?::uuid, '{96}', 1, ?::bigint)`,
      [hash, newId(), likeness === null ? null : BigInt.asIntN(64, likeness).toString()] as never
    )
    return hash
  }
  /** The objects of another process, which have a cache of their own. */
  const another = () => {
    const widths = new StoredWidthsQuery(db)
    return { widths, pictures: new DatabaseModeratedPictures(db, widths) }
  }
  return { db, add, another }
}

test.group('Blocked pictures', () => {
  test('are forgotten by other processes, and purged from the CDN until that succeeds', async ({ assert }) => {
    const { db, add, another } = await setUp()
    const hash = await add()
    const [here, there] = [another(), another()]
    for (const { widths } of [here, there]) assert.deepEqual(await widths.run(hash), [96])
    assert.isTrue(await db.transaction((trx) => here.pictures.block(hash, trx)))
    assert.isFalse(await db.transaction((trx) => here.pictures.block(hash, trx)))
    assert.isNull(await here.widths.run(hash))
    assert.deepEqual(await there.widths.run(hash), [96])

    const purged: string[] = []
    let isAway = true
    const copies = {
      run: async (sought: string) => {
        if (sought !== hash) return
        if (isAway) throw new Error('The CDN is away.')
        purged.push(sought)
      },
    }
    const sweep = new SweepBlockedPictures(db, there.widths, copies as never)
    await assert.rejects(() => sweep.run(), 'The CDN is away.')
    assert.isNull(await there.widths.run(hash))
    isAway = false
    await sweep.run()
    await sweep.run()
    assert.deepEqual(purged, [hash])

    assert.isTrue(await db.transaction((trx) => there.pictures.unblock(hash, trx)))
    assert.deepEqual(await here.widths.run(hash), [96])
  })

  test('lose their owner when the account is deleted, and stay blocked', async ({ assert }) => {
    const { db, add, another } = await setUp()
    const { pictures } = another()
    const hash = await add()
    const { ownerId } = (await pictures.find(hash))!
    await db.transaction((trx) => pictures.block(hash, trx))
    const { deleteUserPictures } = await import('../src/actions/delete_user_pictures.ts')
    const inUse = { picturesInUse: async () => [] }
    await db.transaction((trx) => deleteUserPictures({ accounts: inUse, gallery: inUse }, ownerId!, trx))
    const { rows } = await db.rawQuery('SELECT owner_id FROM blocked_pictures WHERE hash = ?', [hash])
    assert.deepEqual(rows, [{ owner_id: null }])
  })
})

test.group('Pictures that look alike', () => {
  test('differ in at most four of 64 bits, also with the highest one', async ({ assert }) => {
    const { db, add, another } = await setUp()
    const { pictures } = another()
    const base = BigInt(`0x8${newId().replaceAll('-', '').slice(17, 32)}`)
    const [first, near, far, plain] = [
      await add(base),
      await add(base ^ 0x8000_0000_0000_0111n),
      await add(base ^ 0x1f000n),
      await add(),
    ]
    assert.deepEqual(await pictures.findAlike(first, 10), [near])
    assert.deepEqual(await pictures.findAlike(plain, 10), [])
    await db.transaction((trx) => pictures.block(first, trx))
    assert.deepEqual(await pictures.findAlike(first, 10), [near], 'also of a blocked picture')
    assert.isString(far)
  })

  test('are never plain ones', ({ assert }) => {
    assert.isNull(storedLikeness('0'.repeat(16)))
    assert.equal(storedLikeness('f'.repeat(16)), '-1')
    assert.equal(storedLikeness('0000000000000001'), '1')
  })
})
