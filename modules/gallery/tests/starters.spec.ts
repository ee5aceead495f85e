import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { startServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import type { Starter } from '../api.ts'

test.group('Starters', () => {
  test('are a popular character for each mood, without adult ones and without repeating one', async ({
    assert,
    cleanup,
  }) => {
    const server = await startServer()
    cleanup(async () => void (await server.stop()))
    const run = asking(server.databaseUrl)
    const client = await new Client(server.url).register()
    const starters = async () =>
      ((await client.get('/api/characters/starters')).body as Starter[]).map(
        ({ mood, character }) => [mood, character.name] as const
      )
    const builtIn = new Map(await starters())
    assert.deepEqual([...builtIn.keys()], ['laugh', 'adventure', 'talk'])
    assert.equal(builtIn.get('adventure'), 'Noor Zabelle')
    assert.equal(builtIn.get('talk'), 'Sunny Adeyemi')

    await run('UPDATE characters SET deleted_at = now()')
    const put = (name: string, popularity: number, { category = 'General', tags = [] as string[], adult = false }) =>
      run(
        `INSERT INTO characters (name, created_by, popularity, category, tags, is_nsfw)
         VALUES ($1, gen_random_uuid(), $2, $3, $4, $5)`,
        [name, popularity, category, tags, adult]
      )
    await put('Adult', 900, { tags: ['comedy'], adult: true })
    await put('Both', 500, { category: 'Adventure', tags: ['Comedy'] })
    await put('Other', 100, { tags: ['QUEST'] })
    // No character suits `talk`.
    assert.deepEqual(await starters(), [
      ['laugh', 'Both'],
      ['adventure', 'Other'],
    ])
  }).tags(longRun)
})
