import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { limits } from '../api.ts'
import { RubyCodes, type NewCodeBatch } from '../index.ts'
import { newCode } from '../src/codes/code_text.ts'
import { RedeemCode, WrongCodes } from '../src/codes/redeem_code.ts'
import { setUp } from './support.ts'

const usual: NewCodeBatch = { name: 'Fair', rubies: 25, codes: 1, uses: 1, perPerson: 1, days: 30 }

const prepare = async () => {
  const fixture = await setUp()
  const [codes, redeemCode] = [await app.container.make(RubyCodes), await app.container.make(RedeemCode)]
  return {
    ...fixture,
    codes,
    redeem: (userId: string, code: string) => redeemCode.run(userId, code),
    /** Returns 'ok', or why not. */
    async outcome(userId: string, code: string) {
      const redeemed = await redeemCode.run(userId, code)
      return redeemed.ok ? 'ok' : redeemed.failure.kind
    },
    make: (fields: Partial<NewCodeBatch> = {}) =>
      fixture.db.transaction((trx) => codes.make({ ...usual, ...fields }, trx)),
    async batch(id: string) {
      const { items } = (await codes.list({ limit: 100 }))!
      return items.find((each) => each.id === id)!
    },
  }
}

test.group('A code', () => {
  test('has at least 80 random bits, and is stored as a hash only', async ({ assert }) => {
    const { make, db } = await prepare()
    const { batch, codes } = await make({ codes: limits.codesMax })
    assert.equal(new Set(codes).size, limits.codesMax)
    // 16 characters of 5 bits.
    for (const code of codes) assert.match(code, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const { rows } = await db.rawQuery('SELECT hash FROM ruby_codes WHERE batch_id = ?::uuid', [batch.id])
    assert.lengthOf(rows, limits.codesMax)
    for (const { hash } of rows) assert.lengthOf(hash, 32)
  })

  test('credits its rubies once per person, as a line of its own kind', async ({ assert }) => {
    const { account, make, redeem, read, lines, outcome, batch, problemsOf } = await prepare()
    const [one, other] = [await account(5), await account()]
    const made = await make({ uses: 2 })
    const [code] = made.codes as [string]
    assert.deepEqual(await redeem(one, code), { ok: true, value: { reward: 25, rubies: 30 } })
    assert.equal(await outcome(one, code), 'redeemed_already')
    assert.deepEqual((await lines(one)).at(-1), ['code', 25])
    assert.equal((await batch(made.batch.id)).redeemed, 1)
    assert.equal(await outcome(other, code), 'ok')
    assert.equal(await outcome(await account(), code), 'code_used_up')
    assert.equal(await outcome(other, code), 'redeemed_already')
    assert.equal((await read(other)).balance, 25)
    assert.deepEqual(await problemsOf(one, other), [])
  })

  test('may be typed in lower case, without hyphens, and with letters that look like digits', async ({ assert }) => {
    const { account, make, outcome } = await prepare()
    const [code] = (await make({ uses: 3 })).codes as [string]
    const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    assert.equal(await outcome(await account(), ` ${typed.replaceAll('-', '')} `), 'ok')
    assert.equal(await outcome(await account(), typed.replaceAll('-', ' ')), 'ok')
  })

  test('pays a debt first', async ({ assert }) => {
    const { account, make, redeem, takeBack, read, problemsOf } = await prepare()
    const user = await account(10)
    await takeBack(user, 30)
    const redeemed = await redeem(user, (await make()).codes[0]!)
    assert.deepEqual(redeemed, { ok: true, value: { reward: 25, rubies: 5 } })
    assert.equal((await read(user)).debt, 0)
    assert.deepEqual(await problemsOf(user), [])
  })

  test('is refused after its end and after it was revoked, and a second revocation changes nothing', async ({
    assert,
  }) => {
    const { account, make, outcome, codes, db } = await prepare()
    const [expired, revoked] = [await make(), await make({ uses: 2 })]
    const user = await account()
    assert.equal(await outcome(user, revoked.codes[0]!), 'ok')
    await db.rawQuery(`UPDATE ruby_code_batches SET expires_at = clock_timestamp() WHERE id = ?::uuid`, [
      expired.batch.id,
    ])
    const revoke = () => db.transaction((trx) => codes.revoke(revoked.batch.id, trx))
    const [first, second] = [await revoke(), await revoke()]
    assert.isTrue(first!.isNew)
    assert.deepEqual(second, { batch: first!.batch, isNew: false })
    assert.equal(await outcome(await account(), expired.codes[0]!), 'code_ended')
    assert.equal(await outcome(await account(), revoked.codes[0]!), 'code_ended')
    assert.equal(await outcome(user, revoked.codes[0]!), 'redeemed_already')
    assert.isNull(await db.transaction((trx) => codes.revoke(newId(), trx)))
  })

  test('counts toward the limit per person of its batch', async ({ assert }) => {
    const { account, make, outcome, read } = await prepare()
    const user = await account()
    const { codes } = await make({ codes: 4, perPerson: 2 })
    const outcomes = []
    for (const code of codes) outcomes.push(await outcome(user, code))
    assert.deepEqual(outcomes, ['ok', 'ok', 'batch_limit', 'batch_limit'])
    assert.equal(await outcome(user, (await make()).codes[0]!), 'ok')
    assert.equal((await read(user)).balance, 75)
  })

  test('keeps its limits when it is redeemed at the same time', async ({ assert }) => {
    const { account, make, outcome, read } = await prepare()
    const people = await Promise.all(Array.from({ length: 6 }, () => account()))
    const [code] = (await make({ uses: 2 })).codes as [string]
    const byMany = await Promise.all(people.map((person) => outcome(person, code)))
    assert.lengthOf(
      byMany.filter((each) => each === 'ok'),
      2
    )
    const [user] = [await account()]
    const { codes } = await make({ codes: 6 })
    const byOne = await Promise.all([...codes, ...codes].map((each) => outcome(user, each)))
    assert.lengthOf(
      byOne.filter((each) => each === 'ok'),
      1
    )
    assert.equal((await read(user)).balance, 25)
  })
})

test.group('Wrong codes', () => {
  test('are refused after ten in an hour, and right ones are not counted', async ({ assert }) => {
    const { account, make, outcome } = await prepare()
    const user = await account()
    const { codes } = await make({ codes: 12, perPerson: 12 })
    for (const code of codes) assert.equal(await outcome(user, code), 'ok')
    assert.equal(await outcome(user, codes[0]!), 'redeemed_already')
    for (let n = 0; n < limits.wrongCodesPerHour; n++) assert.equal(await outcome(user, newCode()), 'unknown_code')
    assert.equal(await outcome(user, newCode()), 'too_many_codes')
    const { codes: more } = await make()
    assert.equal(await outcome(user, more[0]!), 'too_many_codes')
    await (await app.container.make(WrongCodes)).forget(user)
    assert.equal(await outcome(user, more[0]!), 'ok')
  })
})

test('Batches are listed page by page, newest first', async ({ assert }) => {
  const { make, codes } = await prepare()
  const made = [await make({ name: 'One' }), await make({ name: 'Two' })].map(({ batch }) => batch.id)
  const first = (await codes.list({ limit: 1 }))!
  const second = (await codes.list({ limit: 1, cursor: first.next! }))!
  assert.deepEqual(
    [...first.items, ...second.items].map(({ id }) => id),
    made.toReversed()
  )
  assert.isNull(await codes.list({ limit: 1, cursor: 'x' }))
})
