import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { endlessModel, openModelFolder, type ModelFolder } from '#plugins/model-llama/tests/model_folder'
import { longRun } from '#tests/support/long_run'
import { isChunk, last, send, startStage, stop } from '#tests/support/stage'
import { cli } from './support.ts'

test.group('get-model', (group) => {
  // The tests install llama.cpp with npm.
  group.tap((each) => each.tags(longRun))
  let dataDir: string
  let models: ModelFolder
  const getModel = (...args: string[]) =>
    cli(['get-model', ...args], { databaseUrl: 'postgres://127.0.0.1:1/none', env: { DATA_DIR: dataDir } })
  const inUse = () => JSON.parse(readFileSync(join(models.path, 'model.json'), 'utf8')).file

  group.each.setup(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'facet-test-'))
    models = await openModelFolder('own model.gguf', join(dataDir, 'models'))
    return async () => {
      await models.close()
      rmSync(dataDir, { recursive: true })
    }
  })

  test('refuses wrong usage', async ({ assert }) => {
    for (const [args, says] of [
      [[], /Name one model/],
      [['--url', 'https://example.test/a.gguf'], /needs --sha256/],
      [['--url', 'ftp://example.test/a.gguf', '--sha256', '0'.repeat(64)], /begins with https/],
      [['--url', 'https://example.test/a.gguf', '--sha256', 'abc'], /64 hexadecimal digits/],
      [['--url', 'https://example.test/a.gguf', '--file', 'a.gguf'], /Name one model/],
    ] as const) {
      const { code, err } = await getModel(...args)
      assert.equal(code, 2)
      assert.match(err, says)
    }
  })

  test('refuses files that are no model, and changes nothing', async ({ assert }) => {
    const other = join(dataDir, 'other.gguf')
    writeFileSync(other, 'GIF89a')
    const before = readdirSync(models.path)
    for (const [args, says] of [
      [['--file', other], /is not a model in GGUF/],
      [['--file', join(dataDir, 'missing.gguf')], /There is no file/],
      [['--file', join(models.path, endlessModel), '--sha256', '0'.repeat(64)], /another SHA-256/],
      [['unknown'], /There is no model 'unknown'.* empty/],
    ] as const) {
      const { code, err } = await getModel(...args)
      assert.equal(code, 1)
      assert.match(err, says)
    }
    assert.deepEqual(readdirSync(models.path), before)
  })

  test('downloads a model and switches to it', async ({ assert }) => {
    const content = readFileSync(join(models.path, endlessModel))
    const sha256 = createHash('sha256').update(content).digest('hex')
    const server = http.createServer((_, response) => response.end(content)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a/Small%20Model.gguf?download=true`
    const { code, json } = await getModel('--url', url, '--sha256', sha256.toUpperCase(), '--json')
    server.close()
    assert.equal(code, 0)
    assert.include(json, { ok: true, file: 'Small_Model.gguf', bytes: content.length, isUsed: true })
    assert.equal(inUse(), 'Small_Model.gguf')
    assert.isTrue(readFileSync(join(models.path, 'Small_Model.gguf')).equals(content))
  })

  test('lets the model answer in all chats of all processes, until it is stopped', async ({ assert }) => {
    const { code, out } = await getModel('--file', join(models.path, endlessModel))
    assert.equal(code, 0)
    assert.match(out, /endless\.gguf .* is ready\.\nRestart Facet/)
    const stage = await startStage({ processes: 2, env: { MODELS_PROVIDER: '', DATA_DIR: dataDir } })
    try {
      const { body: tiers } = await (await stage.visitor()).get('/api/models')
      assert.isFalse(tiers.some((tier: object) => 'isDemo' in tier))
      assert.deepEqual(
        tiers.map(({ contextTokens }: { contextTokens: number }) => contextTokens),
        [4_096, 8_192, 8_192, 8_192]
      )
      const chats = await Promise.all(Array.from({ length: 6 }, () => stage.chat()))
      const replies = await Promise.all(chats.map(async (chat) => last(await (await send(chat, 'Hello.')).ended)))
      for (const reply of replies) {
        assert.equal(reply.type, 'aiComplete')
        if (reply.type === 'aiComplete') assert.isTrue(reply.message.isCut)
      }
      assert.lengthOf(models.runners(), 1)

      const chat = await stage.chat()
      const stream = await send(chat, 'Hello.')
      await stream.waitFor(isChunk)
      await stop(chat)
      const end = last(await stream.ended)
      assert.equal(end.type === 'aiComplete' && end.message.state, 'stopped')
    } finally {
      await stage.close()
    }
  })
})
