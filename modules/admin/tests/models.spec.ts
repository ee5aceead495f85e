import { test } from '@japa/runner'
import type { AdminModel } from '../api.ts'
import { visitServer } from './support.ts'

test.group('The models of the tiers', () => {
  test('get reasons from admins, which are recorded', async ({ assert }) => {
    const { admin, run } = await visitServer()
    const { body: models }: { body: AdminModel[] } = await admin.get('/api/admin/models')
    assert.deepEqual(
      models.map(({ tier }) => tier),
      ['basic', 'standard', 'premium', 'ultra']
    )
    assert.deepInclude(models[3], { reason: null, since: null })
    const explain = (tier: string, reason: unknown) => admin.put(`/api/admin/models/${tier}/reason`, { reason })
    const reasonAfter = async (reason: unknown) =>
      ((await explain('ultra', reason)).body as AdminModel[]).map(({ reason }) => reason)
    const longest = '🙂'.repeat(300)
    assert.deepEqual(await reasonAfter(` ${longest} `), [null, null, null, longest])
    assert.deepEqual(await reasonAfter(longest), [null, null, null, longest])
    for (const refused of [`${longest}!`, 7, undefined]) assert.equal((await explain('ultra', refused)).status, 422)
    assert.equal((await explain('unknown', 'No.')).status, 404)
    assert.deepEqual(await reasonAfter(' '), [null, null, null, null])
    assert.deepEqual(
      await run(
        `SELECT subject_name, before, after FROM admin_acts WHERE kind = 'model_reason_changed' AND actor_id = $1 ORDER BY id`,
        [admin.user.id]
      ),
      [
        { subject_name: `ultra: ${models[3]!.name}`, before: { reason: null }, after: { reason: longest } },
        { subject_name: `ultra: ${models[3]!.name}`, before: { reason: longest }, after: { reason: null } },
      ]
    )
  })
})
