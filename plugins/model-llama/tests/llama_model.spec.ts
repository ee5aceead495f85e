import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Group } from '@japa/runner/core'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { ProviderError } from '../../contract/errors.ts'
import type { ModelRequest, ReplyPart } from '../../contract/model.ts'
import { collect, kitRequest } from '../../kits/model_kit.ts'
import { llamaModel } from '../index.ts'
import { Engine, EngineFailure } from '../src/engine.ts'
import { planMemory } from '../src/plan_memory.ts'
import { socketOf } from '../src/runner_transport.ts'
import { endlessModel, openModelFolder, type ModelFolder } from './model_folder.ts'

let folder: ModelFolder
const inOwnFolder = (group: Group) => {
  group.tap((each) => each.tags(longRun))
  group.setup(async () => {
    folder = await openModelFolder()
    return () => folder.close()
  })
}

const write = (request: Partial<ModelRequest> = {}, options: { signal?: AbortSignal; onPart?: () => void } = {}) =>
  collect(llamaModel({ folder: folder.path }), { ...options, request: kitRequest(request) })

const textOf = ({ parts }: { parts: ReplyPart[] }) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

const finishOf = ({ parts, error }: { parts: ReplyPart[]; error: unknown }) => {
  const last = parts.at(-1)
  if (last?.type !== 'finish') throw error
  return last
}

const endless = { model: endlessModel, outputTokensMax: 4_000 }

const startServerProcess = () => {
  const loaders = process.execArgv.filter((argument) => argument.startsWith('--import'))
  const child = spawn(process.execPath, [...loaders, join(import.meta.dirname, 'write_one_reply.ts'), folder.path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const end = async () => {
    child.stdin.end()
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return { replied: once(child.stdout, 'data').then(([text]) => Number(text)), end }
}

test.group('model-llama | one process for all', (group) => {
  inOwnFolder(group)

  test('starts one process for several server processes, which ends after the last of them', async ({ assert }) => {
    const servers = Array.from({ length: 3 }, startServerProcess)
    for (const { replied } of servers) assert.isAbove(await replied, 1)
    // A second runner that started at the same time exits by itself.
    await waitUntil('one runner is left', () => folder.runners().length <= 1)
    assert.lengthOf(folder.runners(), 1)
    const [pid] = folder.runners()
    for (const { end } of servers.splice(1)) await end()
    // The runner accepts another server after it has noticed the ends.
    const another = startServerProcess()
    servers.push(another)
    await another.replied
    assert.deepEqual(folder.runners(), [pid!], 'it stays while a server is connected')
    for (const { end } of servers) await end()
    await waitUntil('the runner has ended', () => folder.runners().length === 0)
  })

  test('ends after its replies when another one has replaced its socket', async ({ assert }) => {
    const socketPath = socketOf(folder.path, endlessModel)
    const other = createServer((socket) => socket.destroy())
    let pid = 0
    const onPart = () => {
      if (pid !== 0) return
      pid = folder.runners(endlessModel)[0]!
      other.listen(`${socketPath}.other`, () => renameSync(`${socketPath}.other`, socketPath))
    }
    finishOf(await write(endless, { onPart }))
    assert.isAbove(pid, 0)
    await waitUntil('the runner has ended', () => !folder.runners(endlessModel).includes(pid))
    other.close()
    rmSync(socketPath, { force: true })
  })

  test('lets only its user open the socket', async ({ assert }) => {
    await write()
    assert.equal(statSync(socketOf(folder.path, 'kit-model')).mode & 0o777, 0o600)
  })

  test('breaks off when the process dies, and starts another one for the next reply', async ({ assert }) => {
    await write({ ...endless, outputTokensMax: 1 })
    const [pid] = folder.runners(endlessModel)
    let isKilled = false
    const onPart = () => void (isKilled ||= process.kill(pid!, 'SIGKILL'))
    const { error } = await write(endless, { onPart })
    assert.equal((error as ProviderError).code, 'cut_off')
    finishOf(await write({ ...endless, outputTokensMax: 1 }))
    assert.notEqual(folder.runners(endlessModel)[0], pid)
  })
})

// This group has its own folder, because a connection that an earlier test left open would reach that test's process.
test.group('model-llama | a dying process', (group) => {
  inOwnFolder(group)

  test('is replaced while it still accepts connections', async ({ assert }) => {
    const socketPath = socketOf(folder.path, 'kit-model')
    let left = 5
    const dying = createServer((socket) => {
      socket.destroy()
      if (--left === 0) dying.close()
    }).listen(socketPath)
    await once(dying, 'listening')
    finishOf(await write())
    assert.equal(left, 0)
  })
})

test.group('model-llama | replies', (group) => {
  inOwnFolder(group)

  test('differ between rerolls, and repeat for the same request', async ({ assert }) => {
    const texts = []
    for (const variant of [0, 1, 2, 0]) texts.push(textOf(await write({ variant })))
    assert.lengthOf(new Set(texts), 3)
    assert.equal(texts[3], texts[0])
  })

  test('follow the sampling: repeat for a seed, and for a cold model whatever the seed', async ({ assert }) => {
    const hot = { temperature: 2, topP: 1, topK: 0, minP: 0, repetitionPenalty: 1.1, presencePenalty: 0.1 }
    const texts = []
    for (const sampling of [
      { ...hot, seed: 1 },
      { ...hot, seed: 2 },
      { ...hot, seed: 1 },
    ])
      texts.push(textOf(await write({ sampling })))
    assert.equal(texts[2], texts[0])
    assert.notEqual(texts[1], texts[0])
    const cold = []
    for (const seed of [1, 2]) cold.push(textOf(await write({ sampling: { temperature: 0, seed } })))
    assert.equal(cold[1], cold[0])
  })

  test('count tokens and end at the limit', async ({ assert }) => {
    const { reason, usage } = finishOf(await write({ ...endless, outputTokensMax: 20 }))
    assert.equal(reason, 'length')
    assert.equal(usage!.outputTokens, 20)
    assert.isAbove(usage!.inputTokens, 20)
  })

  test('end before a stop sequence', async ({ assert }) => {
    const request = { ...endless, outputTokensMax: 60 }
    const words = textOf(await write(request)).split(' ')
    const text = textOf(await write({ ...request, stop: [words[5]!] }))
    assert.isBelow(text.length, words.slice(0, 6).join(' ').length)
  })

  test('wait for their turn when many are requested at once', async ({ assert }) => {
    const requests = Array.from({ length: 10 }, (_, variant) => ({ variant }))
    const alone = []
    for (const request of requests) alone.push(textOf(await write(request)))
    const together = await Promise.all(requests.map((request) => write(request)))
    assert.deepEqual(together.map(textOf), alone)
  })

  test('free their place when they are stopped', async ({ assert }) => {
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const abort = new AbortController()
        const { parts } = await write(endless, { signal: abort.signal, onPart: () => abort.abort() })
        assert.isFalse(parts.some(({ type }) => type === 'finish'))
      })
    )
    finishOf(await write({ ...endless, outputTokensMax: 1 }))
  })

  test('refuse a prompt that does not fit', async ({ assert }) => {
    const { error } = await write({ messages: [{ role: 'user', content: 'ü'.repeat(8_000) }] })
    assert.equal((error as ProviderError).code, 'context_too_long')
  })

  test('report a missing model to the operator', async ({ assert }) => {
    const { error } = await write({ model: 'missing.gguf' })
    assert.equal((error as ProviderError).code, 'misconfigured')
    assert.match((error as ProviderError).message, /missing\.gguf can't be loaded/)
  })
})

test.group('model-llama | memory', () => {
  const needs = {
    modelBytes: 1e9,
    trainedTokens: 32_768,
    contextBytes: ({ contextTokens = 0, chats = 0 }) => contextTokens * chats * 1e5,
  }

  for (const [availableBytes, contextTokens, chats] of [
    [16e9, 8_192, 4],
    [4e9, 8_192, 2],
    [2.2e9, 4_096, 2],
    [1.6e9, 4_096, 1],
  ] as const)
    test(`answers ${chats} chats of ${contextTokens} tokens with ${availableBytes / 1e9} GB`, async ({ assert }) => {
      assert.deepEqual(await planMemory({ ...needs, availableBytes }), { contextTokens, chats })
    })

  test('never exceeds the context that the model was trained for', async ({ assert }) => {
    assert.deepEqual(await planMemory({ ...needs, trainedTokens: 2_048, availableBytes: 16e9 }), {
      contextTokens: 2_048,
      chats: 4,
    })
  })

  test('loads nothing that does not fit', async ({ assert }) => {
    assert.property(await planMemory({ ...needs, availableBytes: 1.2e9 }), 'neededBytes')
    const { path, close } = await openModelFolder()
    for (const bytes of [100_000, 1_000_000]) {
      const failure = await Engine.open(path, 'kit-model', bytes).catch((error: unknown) => error)
      assert.instanceOf(failure, EngineFailure)
      assert.equal((failure as EngineFailure).code, 'no_memory')
    }
    await close()
  }).tags(longRun)
})
