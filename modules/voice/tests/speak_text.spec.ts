import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '@adonisjs/lucid/database'
import type { Logger } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Ledger } from '#modules/economy/index'
import { newId } from '#modules/kernel/ids'
import { Limiters } from '#modules/kernel/rate_limit'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { ProviderError } from '#plugins/contract/errors'
import { spokenTextMax, type VoiceProvider } from '#plugins/contract/voice'
import { waitUntil } from '#tests/support/wait_until'
import { voiceLimits } from '../api.ts'
import type { VoiceSettings } from '../index.ts'
import { keptDays, PruneSpeech } from '../src/actions/prune_speech.ts'
import { SpeakText } from '../src/actions/speak_text.ts'
import { SpeechCharges } from '../src/actions/speech_charges.ts'
import { renewEveryMs, SpeechTurns } from '../src/actions/speech_turns.ts'
import { SpeechAllowance } from '../src/rate_limits.ts'
import { SpeechFiles } from '../src/speech_files.ts'
import { VoiceEngine } from '../src/voice_engine.ts'

type Speak = VoiceProvider['speak']

/** Says the text as bytes. */
const saying: Speak = async function* ({ text }) {
  yield Buffer.from(`audio of ${text}`)
}

const folders: string[] = []
process.once('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A user with rubies, and a voice that takes three for a text. */
const setUp = async ({ rubies = 10, price = 3, speak = saying, keptBytesMax = 1_000_000 } = {}) => {
  const db = await app.container.make(Database)
  const ledger = await app.container.make(Ledger)
  const userId = newId()
  await db.rawQuery('SELECT ledger_open_account(?::uuid)', [userId])
  if (rubies > 0)
    await ledger.post({ userId, amount: rubies, type: 'admin_grant', description: 'For the test', key: 'granted' })
  const folder = mkdtempSync(join(tmpdir(), 'facet-speech-'))
  folders.push(folder)
  const calls: string[] = []
  const provider: VoiceProvider = {
    voices: async () => [{ id: 'ada', name: 'Ada', language: 'en-GB' }],
    speak(request, signal) {
      calls.push(request.text)
      return speak(request, signal)
    },
  }
  const logger = { warn() {}, error() {} } as unknown as Logger
  const settings = {
    open: async () => provider,
    provider: 'a voice service',
    price,
    timeoutMs: 60_000,
    folder,
    s3: null,
    keptBytesMax,
  } satisfies VoiceSettings
  const files = new SpeechFiles(settings)
  const timers = new AdjustableTimers()
  const limiters = { ...(await app.container.make(Limiters)), enabled: true }
  const speakText = new SpeakText(
    db,
    settings,
    new VoiceEngine(settings, timers, logger),
    files,
    new SpeechCharges(db, ledger, { refresh() {} } as never, settings),
    new SpeechTurns(db, timers),
    new SpeechAllowance(limiters)
  )
  const prune = new PruneSpeech(db, files, settings)
  return {
    db,
    userId,
    calls,
    timers,
    run: (text = 'Hello.', signal = new AbortController().signal, voice = 'ada') =>
      speakText.run(userId, { text, voice }, signal),
    stop: () => speakText.stop(),
    prune: () => prune.run(new AbortController().signal),
    age: (days: number) =>
      db.rawQuery('UPDATE kept_speech SET used_at = used_at - make_interval(days => ?::int) WHERE user_id = ?::uuid', [
        days,
        userId,
      ]),
    filesKept: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length,
    rubies: () => ledger.rubies(userId),
    charged: async (): Promise<number[]> =>
      (
        await db.rawQuery<{ rows: { amount: number }[] }>(
          `SELECT amount::int FROM ruby_transactions WHERE user_id = ?::uuid AND type = 'speech' ORDER BY seq`,
          [userId]
        )
      ).rows.map(({ amount }) => amount),
    openHolds: async (): Promise<number> =>
      (
        await db.rawQuery<{ rows: [{ n: number }] }>(
          `SELECT count(*)::int AS n FROM ruby_holds WHERE user_id = ?::uuid AND state = 'held'`,
          [userId]
        )
      ).rows[0].n,
    counted: async (): Promise<number> =>
      (
        await db.rawQuery<{ rows: { points: number }[] }>('SELECT points FROM rate_limits WHERE key LIKE ?', [
          `%speech:user:${userId}`,
        ])
      ).rows[0]?.points ?? 0,
    isBalanced: async () => (await ledger.verify()).problems.every((problem) => problem.userId !== userId),
  }
}

/** A voice that waits until the test lets it speak. */
const heldVoice = () => {
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const speak: Speak = async function* (request, signal) {
    asked.resolve()
    const aborted = new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new ProviderError('cut_off', 'Canceled.')), { once: true })
    )
    aborted.catch(() => {})
    yield Buffer.from('The first half. ')
    await Promise.race([release.promise, aborted])
    yield* saying(request, signal)
  }
  return { speak, asked: asked.promise, release: release.resolve }
}

test.group('Speech', () => {
  test('is paid once its audio is whole, and is free when it is heard again', async ({ assert }) => {
    const { run, calls, charged, rubies, openHolds, counted, isBalanced } = await setUp()
    for (let time = 0; time < 2; time++)
      assert.deepEqual(await run(), { ok: true, value: Buffer.from('audio of Hello.') } as never)
    assert.deepEqual([calls, await charged(), await rubies(), await openHolds()], [['Hello.'], [-3], 7, 0])
    assert.equal(await counted(), 1)
    assert.isTrue((await run('Hello. ')).ok)
    assert.deepEqual(await charged(), [-3, -3])
    assert.isTrue(await isBalanced())
  })

  test('costs nothing without a price, and counts against the allowance', async ({ assert }) => {
    const { run, charged, rubies, counted } = await setUp({ price: 0, rubies: 0 })
    assert.isTrue((await run()).ok)
    assert.deepEqual([await charged(), await rubies(), await counted()], [[], 0, 1])
  })

  test('holds the price while it is spoken', async ({ assert }) => {
    const voice = heldVoice()
    const { run, rubies, openHolds, charged } = await setUp({ speak: voice.speak })
    const spoken = run()
    await voice.asked
    assert.deepEqual([await rubies(), await openHolds(), await charged()], [7, 1, []])
    voice.release()
    assert.isTrue((await spoken).ok)
    assert.deepEqual([await rubies(), await openHolds()], [7, 0])
  })

  test('is given back when it fails or breaks off, and doesn’t count', async ({ assert }) => {
    for (const code of ['unavailable', 'cut_off', 'timeout', 'invalid_response', 'misconfigured'] as const) {
      const { run, charged, rubies, openHolds, counted, filesKept, isBalanced } = await setUp({
        speak: async function* () {
          yield Buffer.from('The first half. ')
          throw new ProviderError(code, 'It failed.')
        },
      })
      const spoken = await run()
      assert.isFalse(spoken.ok, code)
      assert.deepEqual([await charged(), await rubies(), await openHolds(), await counted()], [[], 10, 0, 0], code)
      assert.equal(filesKept(), 0)
      assert.isTrue(await isBalanced())
    }
  })

  test('is given back when the listener stops, and when the server shuts down', async ({ assert }) => {
    for (const who of ['listener', 'server'] as const) {
      const voice = heldVoice()
      const abort = new AbortController()
      const { run, stop, charged, rubies, openHolds } = await setUp({ speak: voice.speak })
      const spoken = run('Hello.', abort.signal)
      await voice.asked
      if (who === 'listener') abort.abort()
      else stop()
      const { failure } = (await spoken) as { failure: { kind: string } }
      assert.equal(failure.kind, who === 'listener' ? 'cancelled' : 'unavailable')
      assert.deepEqual([await charged(), await rubies(), await openHolds()], [[], 10, 0])
    }
  })

  test('is refused without the rubies, without a call', async ({ assert }) => {
    const { run, calls, counted } = await setUp({ rubies: 2 })
    const refused = { ok: false, failure: { kind: 'insufficient_rubies', rubies: 2, price: 3 } }
    assert.deepEqual(await run(), refused as never)
    assert.deepEqual([calls, await counted()], [[], 0])
  })

  test('is refused in a voice that isn’t on offer', async ({ assert }) => {
    const { run, calls } = await setUp()
    assert.deepEqual(await run('Hello.', undefined, 'eve'), { ok: false, failure: { kind: 'unknown_voice' } } as never)
    assert.deepEqual(calls, [])
  })

  test('is one stream for a user, whose turn ends with it or expires', async ({ assert }) => {
    const voice = heldVoice()
    const { run, db, userId } = await setUp({ speak: voice.speak })
    const first = run('One.')
    await voice.asked
    assert.deepEqual(await run('Two.'), {
      ok: false,
      failure: { kind: 'already_speaking', retryAfterSeconds: 1 },
    } as never)
    voice.release()
    assert.isTrue((await first).ok)
    assert.isTrue((await run('Two.')).ok)
    // A process died during a turn.
    const insert = `INSERT INTO speech_turns (user_id, id, expires_at) VALUES (?::uuid, ?::uuid, clock_timestamp() + ?::interval)`
    await db.rawQuery(insert, [userId, newId(), '1 hour'])
    assert.isFalse((await run('Three.')).ok)
    await db.rawQuery(
      `UPDATE speech_turns SET expires_at = clock_timestamp() - interval '1 s' WHERE user_id = ?::uuid`,
      [userId]
    )
    assert.isTrue((await run('Three.')).ok)
  })

  test('keeps its turn while it is spoken, for ten seconds at a time', async ({ assert }) => {
    const voice = heldVoice()
    const { run, db, userId, timers } = await setUp({ speak: voice.speak })
    const speaking = run('One.')
    await voice.asked
    const leaseSeconds = async () => {
      const { rows } = await db.rawQuery<{ rows: { seconds: number }[] }>(
        'SELECT extract(epoch FROM expires_at - clock_timestamp())::float8 AS seconds FROM speech_turns WHERE user_id = ?::uuid',
        [userId]
      )
      return rows[0]!.seconds
    }
    assert.isAtMost(await leaseSeconds(), 10)
    for (let time = 0; time < 2; time++) {
      await db.rawQuery(`UPDATE speech_turns SET expires_at = '-infinity' WHERE user_id = ?::uuid`, [userId])
      await timers.advance(renewEveryMs)
      await waitUntil('the turn is renewed', async () => (await leaseSeconds()) > -1_000)
    }
    voice.release()
    assert.isTrue((await speaking).ok)
    // Ended turns aren't renewed.
    await timers.advance(renewEveryMs)
    const { rows } = await db.rawQuery<{ rows: unknown[] }>('SELECT FROM speech_turns WHERE user_id = ?::uuid', [
      userId,
    ])
    assert.lengthOf(rows, 0)
  })

  test('of a process that died is spoken again, and its hold expires', async ({ assert }) => {
    const { run, db, userId, rubies, charged } = await setUp()
    const { rows } = await db.rawQuery<{ rows: [{ hash: string }] }>(
      `SELECT encode(sha256(convert_to('["ada","Hello."]', 'UTF8')), 'hex') AS hash`
    )
    // It had held the price, and written the row, but not the file.
    await db.rawQuery('SELECT ledger_hold(?::uuid, ?::uuid, 3, clock_timestamp())', [userId, newId()])
    await db.rawQuery('INSERT INTO kept_speech (user_id, hash) VALUES (?::uuid, ?)', [userId, rows[0].hash])
    assert.isTrue((await run()).ok)
    await (await app.container.make(Ledger)).expireHolds()
    assert.deepEqual([await rubies(), await charged()], [7, [-3]])
  })

  test('takes the longest text', async ({ assert }) => {
    const { run } = await setUp()
    assert.isTrue((await run('a'.repeat(spokenTextMax))).ok)
  })

  test('ends at the allowance, without a hold', async ({ assert }) => {
    const { run, db, userId, calls, openHolds } = await setUp({ price: 0 })
    assert.isTrue((await run('One.')).ok)
    await db.rawQuery('UPDATE rate_limits SET points = ? WHERE key LIKE ?', [
      voiceLimits.textsPerHour,
      `%speech:user:${userId}`,
    ])
    const refused = await run('Two.')
    assert.isFalse(refused.ok)
    if (!refused.ok) assert.equal(refused.failure.kind, 'too_many')
    assert.deepEqual([calls, await openHolds()], [['One.'], 0])
    assert.isTrue((await run('One.')).ok)
  })
})

test.group('Kept speech', () => {
  test('is removed after a month without use, and made again at the price', async ({ assert }) => {
    const { run, age, prune, filesKept, charged, calls } = await setUp()
    await run()
    await age(keptDays - 1)
    await prune()
    assert.equal(filesKept(), 1)
    // Hearing it counts as use.
    await run()
    await age(keptDays - 1)
    await prune()
    assert.equal(filesKept(), 1)
    await age(2)
    await prune()
    assert.equal(filesKept(), 0)
    assert.isTrue((await run()).ok)
    assert.deepEqual(
      [calls, await charged()],
      [
        ['Hello.', 'Hello.'],
        [-3, -3],
      ]
    )
  })

  test('is removed above the limit of bytes, the longest unused first', async ({ assert }) => {
    const { db, run, age, prune, filesKept, calls } = await setUp({ price: 0, keptBytesMax: 20 })
    // Other tests' audio is in the same table, and in other folders.
    await db.rawQuery('-- all users: the table of the test\nDELETE FROM kept_speech')
    await run('A.')
    await age(1)
    await run('B.')
    await prune()
    assert.equal(filesKept(), 1)
    assert.isTrue((await run('B.')).ok)
    assert.deepEqual(calls, ['A.', 'B.'])
  })

  test('whose file is lost is made again', async ({ assert }) => {
    const { run, calls, userId } = await setUp()
    await run()
    rmSync(join(folders.at(-1)!, 'speech', userId), { recursive: true })
    assert.isTrue((await run()).ok)
    assert.lengthOf(calls, 2)
  })
})
