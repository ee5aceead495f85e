import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { makePng, makeZip, v2Card } from '#modules/cards/tests/support/index'
import { longRun } from '#tests/support/long_run'
import { startStage, until } from '#tests/support/stage'

const path = '/api/admin/card-imports'
const cards = 120
/** The key of the advisory lock that holds the import. */
const gate = 714_001

/** Returns a zip of different cards. */
const pack = () =>
  makeZip(
    Array.from({ length: cards }, (_, n) => ({
      name: `${n}.png`,
      content: makePng({ chara: { ...v2Card(), data: { ...v2Card().data, name: `Card ${n}` } } }),
      isStored: true,
    }))
  )

test.group('An import of cards', () => {
  test('continues after its server was killed, and imports each card once', async ({ assert }) => {
    // This folder keeps the uploaded files. Otherwise, a restarted test server has another folder.
    const dataDir = mkdtempSync(join(tmpdir(), 'facet-killed-'))
    const stage = await startStage({ env: { DATA_DIR: dataDir } })
    try {
      const { db } = stage
      // The import waits for this lock in the second transaction that saves files.
      await db.query(`SELECT pg_advisory_lock(${gate})`)
      await db.query(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        IF EXISTS (SELECT FROM card_import_files WHERE pg_xact_status(xmin::text::xid8) = 'committed')
        THEN PERFORM pg_advisory_xact_lock(${gate}); END IF;
        RETURN NEW;
      END $$`)
      await db.query('CREATE TRIGGER hold BEFORE INSERT ON card_import_files FOR EACH ROW EXECUTE FUNCTION hold()')
      const admin = await stage.visitor()
      await stage.makeAdmin(admin)
      const form = new FormData()
      form.append('files', new Blob([pack()]), 'pack.zip')
      const answer = await fetch(admin.url + path, { method: 'POST', headers: { cookie: admin.cookie }, body: form })
      assert.equal(answer.status, 202)
      const { id } = (await answer.json()) as { id: string }

      const held = `FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND objid = ${gate} AND NOT granted AND datname = current_database()`
      await until(db, `SELECT count(*) > 0 ${held}`)
      await stage.server.kill('SIGKILL')
      // The database would finish the statement that waits.
      await db.query(`SELECT pg_terminate_backend(pid) ${held}`)
      await until(db, `SELECT count(*) = 0 ${held}`)
      await db.query('DROP FUNCTION hold CASCADE')
      const { rows: saved } = await db.query('SELECT count(*)::int AS n FROM card_import_files WHERE import_id = $1', [
        id,
      ])
      assert.isTrue(saved[0].n > 0 && saved[0].n < cards, `${saved[0].n} are saved`)

      await stage.restart()
      // Ends the lease of 15 seconds early.
      await db.query(`UPDATE jobs SET due_at = now() WHERE id = $1 AND state = 'running'`, [id])
      await until(db, `SELECT state = 'done' FROM jobs WHERE id = $1`, [id])
      const { body } = await admin.get(`${path}/${id}`)
      assert.equal(body.counts.imported + body.counts.doubles, cards)
      assert.equal(body.counts.refused, 0)
      const { rows: made } = await db.query(
        'SELECT count(*)::int AS n, count(DISTINCT name)::int AS names FROM characters WHERE created_by = $1',
        [admin.user.id]
      )
      assert.deepEqual(made[0], { n: cards, names: cards })
      const { rows: reported } = await db.query(
        'SELECT count(*)::int AS n, count(DISTINCT file)::int AS files FROM card_import_files WHERE import_id = $1',
        [id]
      )
      assert.deepEqual(reported[0], { n: cards, files: cards })
    } finally {
      await stage.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
    .tags(longRun)
    .timeout(120_000)
})
