import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import pg from 'pg'
import { isOutage, retryOnConflict, violatedConstraint } from '../sql.ts'

test.group('isOutage', () => {
  test('accepts refused connections, unreachable hosts and unresolved names', ({ assert }) => {
    for (const code of ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
      assert.isTrue(isOutage(Object.assign(new Error('connect'), { code })), code)
  })

  test('accepts the timeout of a connection that the server never answers', async ({ assert, cleanup }) => {
    const mute = createServer().listen(0, '127.0.0.1')
    cleanup(() => void mute.close())
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 })
    const error = await client.connect().catch((error: unknown) => error)
    assert.isTrue(isOutage(error), String(error))
  })

  test('accepts a read-only server, a full disk, locks, deadlocks and cancelled queries', ({ assert }) => {
    const codes = [
      '25006',
      '25P03',
      '40001',
      '40P01',
      '53100',
      '53200',
      '53300',
      '55P03',
      '57014',
      '57P01',
      '58030',
      '08006',
    ]
    for (const code of codes) assert.isTrue(isOutage({ code }), code)
  })

  test('rejects constraint violations, syntax errors and other errors', ({ assert }) => {
    for (const error of [{ code: '23505', constraint: 'a_key' }, { code: '42601' }, new Error('A bug.'), null])
      assert.isFalse(isOutage(error))
  })
})

test.group('The violated constraint', () => {
  test('of a partition is that of its table', ({ assert }) => {
    assert.equal(violatedConstraint({ constraint: 'replies_pkey' }), 'replies_pkey')
    assert.equal(violatedConstraint({ constraint: 'replies_pkey_12' }), 'replies_pkey')
    assert.isNull(violatedConstraint(new Error('A bug.')))
  })
})

test.group('A transaction that meets others', () => {
  const failing = (code: string, times: number) => {
    let attempts = 0
    const run = async () => {
      if (++attempts <= times) throw Object.assign(new Error('refused'), { code })
      return attempts
    }
    return { run, attempts: () => attempts }
  }

  test('is repeated after a deadlock or a serialization failure, three times at most', async ({ assert }) => {
    for (const code of ['40P01', '40001']) {
      assert.equal(await retryOnConflict(failing(code, 2).run), 3)
      const { run, attempts } = failing(code, 3)
      await assert.rejects(() => retryOnConflict(run), 'refused')
      assert.equal(attempts(), 3)
    }
  })

  test('is not repeated after other errors, whose outcome may be unknown', async ({ assert }) => {
    for (const code of ['ECONNRESET', '57014', '23505']) {
      const { run, attempts } = failing(code, 1)
      await assert.rejects(() => retryOnConflict(run), 'refused')
      assert.equal(attempts(), 1)
    }
  })
})
