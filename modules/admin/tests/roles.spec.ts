import { test } from '@japa/runner'
import type { CallOptions } from '#tests/support/client'
import { visitServer } from './support.ts'

const calls = (userId: string): [path: string, options?: CallOptions][] => [
  ['/api/admin/users'],
  [`/api/admin/users/${userId}/rubies`, { method: 'POST', body: { amount: 1 } }],
  [`/api/admin/users/${userId}/disabled`, { method: 'PUT', body: { disabled: false } }],
  ['/api/admin/acts'],
  ['/api/admin/dashboard'],
  ['/api/admin/debts'],
  ['/api/admin/ledger-check'],
]

test('Admin calls refuse visitors, users, and former or disabled admins', async ({ assert }) => {
  const { visitor, user, admin, newAdmin, newStaff, run, actsOn } = await visitServer()
  const [withdrawn, disabled] = [await newAdmin(), await newAdmin()]
  for (const admin of [withdrawn, disabled]) assert.equal((await admin.get('/api/admin/acts')).status, 200)
  await run(`UPDATE users SET role = 'member' WHERE id = $1`, [withdrawn.user.id])
  const owner = await newStaff('owner')
  await owner.put(`/api/admin/users/${disabled.user.id}/disabled`, { disabled: true })
  for (const [path, options] of calls(user.user.id)) {
    assert.equal((await visitor.call(path, options)).status, 401, path)
    assert.equal((await user.call(path, options)).status, 403, path)
    assert.equal((await withdrawn.call(path, options)).status, 403, path)
    assert.equal((await disabled.call(path, options)).status, 401, path)
  }
  assert.deepEqual(await actsOn(user.user.id), [])
  for (const [path, options] of calls(user.user.id)) assert.equal((await admin.call(path, options)).status, 200, path)
})

test('Admins see debts with their users', async ({ assert }) => {
  const { admin, user, run } = await visitServer()
  await run(`SELECT ledger_take_back($1, 80, 'refund', 'Refund of a purchase', 'test')`, [user.user.id])
  const { body } = await admin.get('/api/admin/debts')
  const { since, lines, ...debt } = body.find(({ userId }: { userId: string }) => userId === user.user.id)
  const { id, firstName, lastName, email } = user.user
  assert.deepEqual(debt, { userId: id, debt: 30, user: { name: `${firstName} ${lastName}`, email } })
  assert.isString(since)
  assert.equal(lines[0].cause, 'refund')
  assert.equal((await admin.get('/api/admin/debts?limit=501')).status, 422)
  assert.equal((await admin.get('/api/admin/debts?cursor=x')).status, 422)
  assert.property((await admin.get('/api/admin/ledger-check')).body, 'last')
})
