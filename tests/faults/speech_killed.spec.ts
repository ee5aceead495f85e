import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Client } from '#tests/support/client'
import { brokenPromises } from '#tests/support/ledger_promises'
import { accountOf, startStage, until } from '#tests/support/stage'
import { speakingBy, startVoiceUpstream } from '#tests/support/voice_upstream'

const price = 3
/** The key of the advisory lock that holds speech. */
const gate = 714_002
const held = `FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND objid = ${gate} AND NOT granted AND datname = current_database()`

/** Holds the statement that keeps the whole audio with its charge, or for `charged` the first one after it. */
const holds = ({ whole, left, charged }: Record<'whole' | 'left' | 'charged', Client>) => `
  CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    PERFORM pg_advisory_xact_lock(${gate});
    RETURN coalesce(NEW, OLD);
  END $$;
  CREATE TRIGGER hold BEFORE INSERT ON kept_speech FOR EACH ROW
    WHEN (NEW.bytes IS NOT NULL AND NEW.user_id IN ('${whole.user.id}', '${left.user.id}')) EXECUTE FUNCTION hold();
  CREATE TRIGGER hold BEFORE DELETE ON speech_turns FOR EACH ROW
    WHEN (OLD.user_id = '${charged.user.id}') EXECUTE FUNCTION hold()`

const speech = ({ url, cookie }: Client, text: string) =>
  fetch(`${url}/api/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ text, voice: 'af_bella' }),
  })

test.group('Speech with a price', () => {
  test('is paid once and kept when its server is killed at any moment', async ({ assert, cleanup }) => {
    const upstream = await startVoiceUpstream()
    cleanup(() => upstream.close())
    const stage = await startStage({ env: speakingBy(upstream) })
    cleanup(() => stage.close())
    const { db } = stage
    await stage.server.control!.priceSpeech(price)
    const users = {
      /** Its text is being spoken. */
      asked: await stage.visitor(10),
      /** Its audio is whole and in its file, and not charged yet. */
      whole: await stage.visitor(10),
      /** As `whole`, of a user who doesn't ask again. */
      left: await stage.visitor(10),
      /** Its audio is charged, and its browser doesn't have it yet. */
      charged: await stage.visitor(10),
    }
    const moments = Object.keys(users) as (keyof typeof users)[]
    const accounts = async () => {
      const found = await Promise.all(moments.map((moment) => accountOf(db, { client: users[moment] })))
      return found.map(({ balance, held }) => [balance, held])
    }
    const files = () =>
      readdirSync(join(stage.server.dataDir, 'speech'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile()
      ).length

    await db.query(`SELECT pg_advisory_lock(${gate})`)
    await db.query(holds(users))
    const asked = Promise.withResolvers<void>()
    upstream.answer = (call) => (call.text === 'asked' ? asked.resolve() : call.speak())
    const unheard = moments.map((moment) => assert.rejects(() => speech(users[moment], moment)))
    await asked.promise
    await until(db, `SELECT count(*) = 3 ${held}`)
    await stage.server.kill('SIGKILL')
    await Promise.all(unheard)
    // The database would finish the statements that wait.
    await db.query(`SELECT pg_terminate_backend(pid) ${held}`)
    await until(db, `SELECT count(*) = 0 ${held}`)
    await db.query('DROP FUNCTION hold CASCADE')
    assert.deepEqual(await accounts(), [
      [10, price],
      [10, price],
      [10, price],
      [7, 0],
    ])
    assert.equal(files(), 3)

    await stage.restart()
    await stage.server.control!.priceSpeech(price)
    // Ends the holds and turns of the killed server early.
    await db.query(`UPDATE ruby_holds SET expires_at = now() WHERE state = 'held'`)
    await db.query('UPDATE speech_turns SET expires_at = now()')
    await stage.server.control!.advance(60_000)
    await until(db, `SELECT NOT EXISTS (SELECT FROM ruby_holds WHERE state = 'held')`)
    assert.deepEqual(await accounts(), [
      [10, 0],
      [10, 0],
      [10, 0],
      [7, 0],
    ])
    assert.deepEqual(await brokenPromises(db), [])

    upstream.answer = (call) => call.speak()
    // The second time, each has been kept.
    for (let time = 0; time < 2; time++)
      for (const moment of ['asked', 'whole', 'charged'] as const)
        assert.equal((await speech(users[moment], moment)).status, 200, moment)
    assert.deepEqual(await accounts(), [
      [7, 0],
      [7, 0],
      [10, 0],
      [7, 0],
    ])
    assert.deepEqual(upstream.spoken.map(({ text }) => text).sort(), 'asked asked charged left whole whole'.split(' '))
    assert.equal(files(), 4)
    const { rows } = await db.query(`SELECT amount::int FROM ruby_transactions WHERE type = 'speech'`)
    assert.deepEqual(
      rows.map(({ amount }) => amount),
      [-price, -price, -price]
    )
    assert.deepEqual(await brokenPromises(db), [])

    // Audio that belongs to no charge is removed after ten minutes.
    const left = [users.left.user.id]
    await db.query(`UPDATE kept_speech SET used_at = now() - interval '11 minutes' WHERE user_id = $1`, left)
    await stage.server.control!.advance(60_000)
    await until(db, 'SELECT NOT EXISTS (SELECT FROM kept_speech WHERE user_id = $1)', left)
    assert.equal(files(), 3)
  }).timeout(120_000)
})
