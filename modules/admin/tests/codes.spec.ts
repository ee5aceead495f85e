import { test } from '@japa/runner'
import { welcomeRubies } from '#config/economy'
import { limits as economyLimits } from '#modules/economy/api'
import { limits } from '../api.ts'
import { visitServer } from './support.ts'

const usual = { name: 'Fair', rubies: 5, codes: 2, uses: 1, perPerson: 2, days: 30 }

const setUp = async () => {
  const stage = await visitServer()
  const make = (fields: object = {}, who = stage.admin) => who.post('/api/admin/code-batches', { ...usual, ...fields })
  return { ...stage, make }
}

test.group('Codes', () => {
  test('are made and redeemed, and the history names the batch', async ({ assert }) => {
    const { admin, user, make, actsOn } = await setUp()
    const { status, body } = await make({ name: '  Summer fair ' })
    assert.equal(status, 201)
    const { batch, codes } = body
    assert.lengthOf(codes, 2)
    const redeemed = await user.post('/api/rubies/codes', { code: codes[0] })
    assert.deepEqual([redeemed.status, redeemed.body.rubies], [200, welcomeRubies + 5])
    const [line] = (await user.get('/api/rubies/transactions?limit=1')).body
    assert.deepEqual([line.type, line.amount, line.description], ['code', 5, 'Summer fair'])
    const [listed] = (await admin.get('/api/admin/code-batches?limit=1')).body
    assert.deepEqual(listed, { ...batch, redeemed: 1 })
    assert.deepEqual(
      (await actsOn(batch.id)).map(({ kind, after }) => [kind, after]),
      [['codes_made', { ...usual, name: 'Summer fair', amount: 10 }]]
    )
  })

  test('are revoked once, which is recorded', async ({ assert }) => {
    const { admin, user, make, actsOn } = await setUp()
    const { batch, codes } = (await make()).body
    await user.post('/api/rubies/codes', { code: codes[0] })
    const revoke = () => admin.post(`/api/admin/code-batches/${batch.id}/revoke`)
    const [first, second] = [await revoke(), await revoke()]
    assert.equal(first.status, 200)
    assert.deepEqual(second.body, first.body)
    const refused = await user.post('/api/rubies/codes', { code: codes[1] })
    assert.deepEqual([refused.status, refused.body.code], [410, 'code_ended'])
    const [, revoked, ...more] = await actsOn(batch.id)
    assert.deepEqual([revoked!.kind, revoked!.after], ['codes_revoked', { redeemed: 1 }])
    assert.deepEqual(more, [])
    assert.equal((await admin.post(`/api/admin/code-batches/${user.user.id}/revoke`)).status, 404)
  })

  test('need a recent proof of identity when they give many rubies, together with grants', async ({ assert }) => {
    const { admin, user, make, run } = await setUp()
    await run(`UPDATE auth_sessions SET proven_at = now() - interval '2 hours' WHERE user_id = $1`, [admin.user.id])
    const half = limits.unprovenGrantsADay / 2
    assert.equal((await make({ rubies: half, codes: 1 })).status, 201)
    assert.equal((await admin.post(`/api/admin/users/${user.user.id}/rubies`, { amount: half })).status, 200)
    for (const refused of [
      await make({ rubies: 1, codes: 1 }),
      await admin.post(`/api/admin/users/${user.user.id}/rubies`, { amount: 1 }),
    ])
      assert.deepEqual([refused.status, refused.body.code], [403, 'proof_needed'])
    await admin.post('/api/user/proof', { currentPassword: 'correct horse' })
    assert.equal((await make({ rubies: 1, codes: 1 })).status, 201)
  })

  test('are refused for values out of range, and made for the largest', async ({ assert }) => {
    const { make } = await setUp()
    const { codesMax, codeUsesMax, codeDaysMax, adjustmentMax, codeBatchNameMax } = economyLimits
    for (const [field, value] of [
      ['name', ' '],
      ['name', 'x'.repeat(codeBatchNameMax + 1)],
      ['rubies', 0],
      ['rubies', adjustmentMax + 1],
      ['codes', codesMax + 1],
      ['codes', '2'],
      ['uses', codeUsesMax + 1],
      ['perPerson', 0],
      ['days', codeDaysMax + 1],
      ['days', 1.5],
    ] as const) {
      const { status, body } = await make({ [field]: value })
      assert.deepEqual([status, body.errors?.[0].field], [422, field], `${field} ${value}`)
    }
    const tooMany = await make({ codes: codesMax, rubies: adjustmentMax })
    assert.deepEqual([tooMany.status, tooMany.body.errors[0].field], [422, 'rubies'])
    const largest = { codes: codesMax, uses: codeUsesMax, perPerson: codesMax, days: codeDaysMax }
    const made = await make({ ...largest, rubies: 10, name: '😀'.repeat(codeBatchNameMax) })
    assert.equal(made.status, 201)
    assert.lengthOf(made.body.codes, codesMax)
  })

  test('are made by admins only', async ({ assert }) => {
    const { make, newStaff, user } = await setUp()
    for (const who of [user, await newStaff('support'), await newStaff('moderator')])
      assert.equal((await make({}, who)).status, 403)
  })
})
