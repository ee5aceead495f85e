import { test } from '@japa/runner'
import { brokenPromises } from '#tests/support/ledger_promises'
import { speak, speakInTwo } from '#tests/support/model_upstream'
import { ask, settled, sharedStage, untilSaved, writtenIn, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

test.group('A killed server', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage('killed')
  })

  test('keeps nothing of a line that began with another name', async ({ assert }) => {
    const { db, upstream } = stage
    const client = await stage.visitor(50)
    const [first, killed] = await stage.chats(client, 2)
    upstream.answer = speak(['Yes.'])
    await (
      await ask(first!, 'Are you there?')
    ).ended
    const label: string = upstream.calls.at(-1)!.body.stop.at(-1)
    assert.match(label, /^\n.+:$/)
    upstream.answer = speak(['Yes.', label, ' No.'])
    await (
      await ask(first!, 'Are you there?')
    ).ended
    assert.deepInclude(await writtenIn(first!), { content: 'Yes.', state: 'complete' })
    upstream.answer = speakInTwo(['Yes', '.', label.slice(0, -1)], [': No.']).answer
    const stream = await ask(killed!, 'Are you there?')
    await untilSaved(db, [killed!], 'Yes.')
    await stage.server.kill('SIGKILL')
    await stream.ended
    await stage.restart()
    await settled(db)
    assert.deepInclude(await writtenIn(killed!), { content: 'Yes.', state: 'broken_off', rubyCost: 0 })
    assert.deepEqual(await brokenPromises(db), [])
  }).tags(longRun)
})
