import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { cli } from '#cli/tests/support'
import { Replicas } from '#modules/kernel/replicas'
import { systemTimers } from '#plugins/contract/timers'
import { Client } from '#tests/support/client'
import { connect } from '#tests/support/databases'
import { openReplicatedDatabase, type ReplicatedDatabase } from '#tests/support/replicated_database'
import { startDatabaseProxy, type DatabaseProxy } from '#tests/support/database_proxy'
import { startServer, type RunningServer } from '#tests/support/server'
import { waitUntil } from '#tests/support/wait_until'

/** No look misses its deadline before time is advanced. */
const lagMaxMs = 100_000
const metricsToken = 'metrics-of-a-test'

test.group('A replica for reads', (group) => {
  let databases: ReplicatedDatabase
  let line: DatabaseProxy
  let server: RunningServer
  let author: Client
  let characterId: string
  group.setup(async () => {
    databases = await openReplicatedDatabase()
    line = await startDatabaseProxy(databases.replica.url)
    const { url, ownerUrl } = databases.primary
    server = await startServer({
      databaseUrl: url,
      env: {
        DATABASE_OWNER_URL: ownerUrl,
        DATABASE_READ_URL: line.url,
        METRICS_TOKEN: metricsToken,
        DATABASE_READ_LAG_MS: String(lagMaxMs),
      },
    })
    author = await new Client(server.url).register()
    characterId = (await author.get('/api/characters?limit=1')).body[0].id
    return async () => {
      await server.kill('SIGKILL')
      line.close()
      await databases.remove()
    }
  })

  const at = async (url: string, sql: string) => {
    const client = await connect(url)
    try {
      return (await client.query(sql)).rows[0]
    } finally {
      await client.end()
    }
  }
  const pause = () => at(databases.replica.ownerUrl, 'SELECT pg_wal_replay_pause()')
  const resume = () => at(databases.replica.ownerUrl, 'SELECT pg_wal_replay_resume()')
  const visitor = () => new Client(server.url)

  const metrics = async () =>
    (await visitor().call('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })).text

  let comments = 0
  const post = async () => {
    const content = `Comment ${++comments}`
    const { status } = await author.post(`/api/characters/${characterId}/comments`, { content })
    if (status !== 201) throw new Error(`The comment was not posted: ${status}`)
    return content
  }
  const sees = async (client: Client, content: string): Promise<boolean> => {
    const { body } = await client.get(`/api/characters/${characterId}/comments`)
    return body.some((comment: { content: string }) => comment.content === content)
  }

  /** Resolves with a comment that visitors don't see while the replica is paused, which proves that they read from it. */
  const postUnseen = async (): Promise<string> => {
    let content = ''
    await waitUntil('visitors read from the replica', async () => {
      await resume()
      const { position } = await at(databases.primary.ownerUrl, 'SELECT pg_current_wal_flush_lsn() AS position')
      const sql = `SELECT pg_last_wal_replay_lsn() >= '${position}' AS passed`
      await waitUntil('the replica has everything', async () => (await at(databases.replica.ownerUrl, sql)).passed)
      await waitUntil('the replica is used', async () => /^facet_replica_used\{replica="1"\} 1$/m.test(await metrics()))
      await pause()
      content = await post()
      return !(await sees(visitor(), content))
    })
    return content
  }

  test('answers visitors, and the primary those who have just written', async ({ assert }) => {
    const content = await postUnseen()
    assert.isTrue(await sees(author, content))
    await resume()
    await waitUntil('visitors see the comment', () => sees(visitor(), content))
  })

  test('is not read while it is too far behind, and again when it has caught up', async ({ assert }) => {
    const content = await postUnseen()
    await server.control!.advance(lagMaxMs)
    assert.isTrue(await sees(visitor(), content))
    await postUnseen()
    await resume()
  })

  test('is replaced by the primary within reads that it doesn’t answer', async ({ assert }) => {
    const content = await postUnseen()
    line.freeze()
    const reading = sees(visitor(), content)
    // Begins a look, which misses its deadline.
    await server.control!.advance(500)
    await server.control!.advance(lagMaxMs * 0.08)
    assert.isTrue(await reading)
    line.thaw()
    await resume()
  })

  test('that is killed fails no read, and is read again after its start', async ({ assert }) => {
    const content = await postUnseen()
    await databases.replica.kill()
    assert.isTrue(await sees(visitor(), content))
    await databases.replica.start()
    await postUnseen()
    await resume()
  })

  test('answers lists, searches, tags, shelves, share pages and figures', async ({ assert }) => {
    await at(databases.primary.ownerUrl, `UPDATE users SET role = 'admin' WHERE id = '${author.user.id}'`)
    const reads = () =>
      line
        .takeStatements()
        .flat()
        .filter((statement) => !/system_identifier|^set |select version/i.test(statement))
    const calls = [
      '/api/characters',
      '/api/characters?q=a+story',
      '/api/characters/tags',
      '/api/characters/chips',
      '/api/characters/shelves',
      '/api/characters/suggestions?q=a',
      '/api/characters/surprise',
      '/api/characters/landing',
      '/api/characters/starters',
      `/api/characters/${characterId}/similar`,
      `/api/characters/${characterId}/share`,
      '/api/admin/dashboard',
      `/share/${characterId}`,
    ]
    for (const call of calls)
      await waitUntil(`${call} is read from the replica`, async () => {
        const { status, text } = await author.get(call)
        if (status >= 400) throw new Error(`${call}: ${status} ${text}`)
        return reads().length > 0
      })
    for (const call of ['/api/characters?mine=true', '/api/characters?liked=true', `/api/characters/${characterId}`]) {
      reads()
      await author.get(call)
      assert.deepEqual(reads(), [], call)
    }
  })

  test('must be a replica, and of the same database', async ({ assert }) => {
    const { url } = databases.primary
    const settings = { lagMaxMs, lookEveryMs: 500, lookWithinMs: 10_000 }
    const check = async (readUrl: string) => {
      const to = (connectionString: string) => ({ client: 'pg' as const, connection: { connectionString } })
      const quiet = new Proxy({}, { get: () => () => {} }) as never
      const config = { connection: 'postgres', connections: { postgres: to(url), replica_1: to(readUrl) } }
      const db = new Database(config, quiet, quiet)
      const replicas = new Replicas(db, settings, { timers: systemTimers, logger: quiet })
      try {
        return await replicas.check().catch((error: Error) => error.message)
      } finally {
        await replicas.close()
        await db.manager.closeAll()
      }
    }
    assert.equal(
      await check(url),
      'DATABASE_READ_URL names a server that is not a replica. Use the address of a standby, or remove it.'
    )
    assert.equal(
      await check(databases.replica.url.replace(/\/app$/, '/postgres')),
      'DATABASE_READ_URL names a different database than DATABASE_URL. Use a replica of the same database.'
    )
    const [warning] = await check('postgres://nobody@127.0.0.1:1/none')
    assert.match(warning!, /^DATABASE_READ_URL isn't read: it doesn't answer: /)
  })

  test('is checked by the doctor', async ({ assert }) => {
    const env = { DATABASE_URL: databases.primary.url, DATABASE_READ_URL: databases.replica.url }
    const { json } = await cli(['doctor', '--json'], { env })
    const { says } = json.checks.find(({ name }: { name: string }) => name === 'replica 1')
    assert.match(says, /^\d\.\d s behind$/)
  })

  test('shows its state and lag in the metrics', async ({ assert }) => {
    await postUnseen()
    assert.match(await metrics(), /^facet_replica_lag_seconds\{replica="1"\} \d/m)
    await resume()
  })
})
