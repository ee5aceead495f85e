import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import pg from 'pg'
import { isOutage } from '../sql.ts'

test.group('The database is away', () => {
  test('when nobody takes the connection, its host is out of reach, or has no name any more', ({ assert }) => {
    for (const code of ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
      assert.isTrue(isOutage(Object.assign(new Error('connect'), { code })), code)
  })

  test('when it takes a connection and says nothing', async ({ assert, cleanup }) => {
    const mute = createServer().listen(0, '127.0.0.1')
    cleanup(() => void mute.close())
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 })
    const error = await client.connect().catch((error: unknown) => error)
    assert.isTrue(isOutage(error), String(error))
  })

  test('when it only reads, its disk is full, a lock or a deadlock was in the way, or it was cancelled', ({
    assert,
  }) => {
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

  test('but not when it refuses a statement, nor when something else is wrong', ({ assert }) => {
    for (const error of [{ code: '23505', constraint: 'a_key' }, { code: '42601' }, new Error('A bug.'), null])
      assert.isFalse(isOutage(error))
  })
})
