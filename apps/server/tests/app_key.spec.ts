import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as nodeFs from 'node:fs'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { readOrCreateKey } from '#config/key_file'
import { beginServer } from '#tests/support/server'
import { createDatabase } from '#tests/support/databases'
import { longRun } from '#tests/support/long_run'

const root = join(import.meta.dirname, '../../..')
const built = join(root, 'build/config/encryption.js')
const isBuilt = existsSync(built) && !process.env.FACET_TEST_SOURCES
const config = isBuilt ? built : join(root, 'config/encryption.ts')
const oldKey = 'the key of all the years before, long enough'
const newKey = 'the key of today, which nobody else has seen'

/** Decrypts the given value and encrypts a secret in a process with these settings. */
const using = async (env: Record<string, string>, given = ''): Promise<{ opened: string | null; sealed: string }> => {
  const script = `
    import { EncryptionManager } from '@adonisjs/core/encryption'
    const { default: encryption } = await import(${JSON.stringify(config)})
    const manager = new EncryptionManager(await encryption.resolver())
    const opened = manager.use().decrypt(process.argv[1])
    process.stdout.write(JSON.stringify({ opened, sealed: manager.use().encrypt('a secret') }))`
  const args = [...(isBuilt ? [] : ['--import=@poppinss/ts-exec']), '--input-type=module', '--eval', script, given]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH!, NODE_ENV: 'test', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ...env },
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (out === '') throw new Error(err)
  return JSON.parse(out)
}

test.group('APP_KEY', () => {
  test('decrypts with APP_KEY_PREVIOUS and encrypts with APP_KEY', async ({ assert }) => {
    const both = { APP_KEY: newKey, APP_KEY_PREVIOUS: oldKey }
    const before = await using({ APP_KEY: oldKey })
    const now = await using(both, before.sealed)
    assert.equal(now.opened, 'a secret')
    assert.equal((await using({ APP_KEY: newKey }, now.sealed)).opened, 'a secret')
    assert.isNull((await using({ APP_KEY: newKey }, before.sealed)).opened)
    // With several servers, all must decrypt with the new key before any encrypts with it.
    assert.equal((await using({ APP_KEY: oldKey, APP_KEY_PREVIOUS: newKey }, now.sealed)).opened, 'a secret')
  })

  test('must be long, like APP_KEY_PREVIOUS', async ({ assert }) => {
    const short = using({ APP_KEY: newKey, APP_KEY_PREVIOUS: 'short' })
    await assert.rejects(() => short, /APP_KEY_PREVIOUS must have at least 32 characters/)
  })
})

test.group('key file', (group) => {
  let folder = ''
  group.each.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'facet-key-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })

  test('is created once, readable only by its owner', ({ assert }) => {
    const file = join(folder, 'data', 'app.key')
    const key = readOrCreateKey(file)
    assert.isAtLeast(key.length, 32)
    assert.equal(readOrCreateKey(file), key)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(join(folder, 'data')), ['app.key'])
  })

  test('keeps the key of the first of two concurrent processes', ({ assert }) => {
    const file = join(folder, 'app.key')
    const rival = 'k'.repeat(43)
    const key = readOrCreateKey(file, {
      ...nodeFs,
      existsSync: () => false,
      linkSync: (from, to) => {
        writeFileSync(to, rival)
        nodeFs.linkSync(from, to)
      },
    })
    assert.equal(key, rival)
    assert.deepEqual(readdirSync(folder), ['app.key'])
  })

  test('is never incomplete when the disk is full', ({ assert }) => {
    const file = join(folder, 'app.key')
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const fs = {
      ...nodeFs,
      writeFileSync: ((path: string) => {
        writeFileSync(path, '')
        throw full
      }) as typeof writeFileSync,
    }
    assert.throws(() => readOrCreateKey(file, fs), /ENOSPC/)
    assert.deepEqual(readdirSync(folder), [])
    assert.isAtLeast(readOrCreateKey(file).length, 32)
  })

  test('is reported in one line when empty, and the server exits with 1', async ({ assert }) => {
    writeFileSync(join(folder, 'app.key'), '')
    const server = await beginServer({ databaseUrl: await createDatabase(), env: { APP_KEY: '', DATA_DIR: folder } })
    const [code] = await once(server.process, 'close')
    assert.equal(code, 1)
    const lines = server.log().trim().split('\n')
    assert.lengthOf(lines, 1)
    assert.match(lines[0]!, /app\.key is empty or damaged: restore it from a backup, or set APP_KEY\. If nothing/)
    assert.equal(readFileSync(join(folder, 'app.key'), 'utf8'), '')
  }).tags(longRun)
})
