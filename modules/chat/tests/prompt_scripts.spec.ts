import { test } from '@japa/runner'
import type { RegexScript } from '#modules/gallery/api'
import { last, sharedStage, type Stage } from '#tests/support/stage'
import { speak } from '#tests/support/model_upstream'
import { runScriptJob } from '../replies/scripts/run_script_job.ts'

const script = (more: Partial<RegexScript> = {}): RegexScript => ({
  name: 'A script',
  find: '/storm/g',
  replace: 'calm',
  trim: [],
  of: ['user', 'character'],
  where: 'prompt',
  fills: 'none',
  minDepth: null,
  maxDepth: null,
  ...more,
})
/** Backtracks for longer than the universe exists. */
const endless = script({ name: 'Endless', find: '/^(a+)+$/' })
const victim = `${'a'.repeat(40)}!`

test.group('A job of regex scripts', () => {
  test('runs each script on its messages, and leaves out one that fails or never ends', ({ assert }) => {
    const all = [0, 1, 2]
    const { texts, failed } = runScriptJob({
      texts: ['storm', victim, 'a storm'],
      scripts: [
        { script: endless, messages: all },
        { script: script({ name: 'Broken', find: '/(/' }), messages: all },
        { script: script(), messages: [0, 2] },
        { script: script({ find: '/calm/', replace: '{{char}}' }), messages: [2] },
      ],
    })
    assert.deepEqual(texts, ['calm', victim, 'a {{char}}'])
    assert.deepEqual(failed, ['Endless', 'Broken'])
  })

  test('leaves out all further scripts once the time of the prompt is used up', ({ assert }) => {
    const slow = Array.from({ length: 8 }, () => ({ script: endless, messages: [0] }))
    const { failed } = runScriptJob({
      texts: [victim],
      scripts: [...slow, { script: script({ name: 'Late' }), messages: [0] }],
    })
    assert.lengthOf(failed, 9)
  })
})

let stage: Stage

test.group('Regex scripts in prompts', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(['Hm.'])
  })

  const setUp = async (scripts: RegexScript[]) => {
    const [owner, user] = [await stage.visitor(), await stage.visitor()]
    const { body, status, text } = await owner.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets.',
      personality: 'Calm.',
      scenario: 'A pier.',
      backstory: 'Was born at sea.',
      firstMessage: 'A storm.',
      avatar: 'https://pictures.example.test/mo.png',
    })
    if (status !== 201) throw new Error(text)
    await stage.db.query('INSERT INTO character_scripts (character_id, from_version, scripts) VALUES ($1, 1, $2)', [
      body.id,
      JSON.stringify(scripts),
    ])
    const characterId: string = body.id
    const sessionId: string = (await user.get(`/api/chats/${characterId}`)).body.session.id
    const say = async (content: string) => {
      await user.say(characterId, { content, model: 'basic', sessionId })
      const { messages } = last(stage.upstream.calls).body as { messages: { role: string; content: string }[] }
      // The provider begins with a message of its own.
      return messages.slice(-2).map(({ content }) => content)
    }
    const preview = async () => (await user.get(`/api/chats/${sessionId}/context?model=basic&full=1`)).body.prompt
    return { user, characterId, sessionId, say, preview }
  }

  test('change what the model reads, and not the messages', async ({ assert }) => {
    const { user, characterId, sessionId, say, preview } = await setUp([
      script({ of: ['character'] }),
      script({ find: '/Where/', of: ['user'], where: 'both', replace: '{{user}} asks: where' }),
      script({ find: '/pier/', where: 'display', replace: 'ship' }),
    ])
    const sent = await say('Where is the storm, and the pier?')
    assert.deepEqual(sent[0], 'A calm.')
    assert.match(sent[1]!, /^\S.* asks: where is the storm, and the pier\?$/)
    const { body } = await user.get(`/api/chats/${characterId}?session=${sessionId}`)
    assert.deepEqual(
      body.messages.slice(0, 2).map(({ content }: { content: string }) => content),
      ['A storm.', 'Where is the storm, and the pier?']
    )
    // The inspector shows what was sent.
    const kept = await user.get(`/api/messages/${body.messages.at(-1).id}/prompt`)
    assert.include(JSON.stringify(kept.body.messages), 'A calm.')
    assert.include(JSON.stringify(kept.body.messages), 'asks: where is the storm')
    assert.isUndefined((await preview()).failedScripts)
    assert.include(JSON.stringify((await preview()).messages), 'A calm.')
  })

  test('that fail or never end are skipped, and named in the views of the next prompt and of the answer’s', async ({
    assert,
  }) => {
    const { user, characterId, sessionId, say, preview } = await setUp([
      endless,
      script({ name: 'Broken', find: '/(/' }),
      script(),
    ])
    const sent = await say(victim)
    assert.deepEqual(sent, ['A calm.', victim])
    assert.deepEqual((await preview()).failedScripts, ['Endless', 'Broken'])
    const { body } = await user.get(`/api/chats/${characterId}?session=${sessionId}`)
    const kept = await user.get(`/api/messages/${body.messages.at(-1).id}/prompt`)
    assert.deepEqual(kept.body.failedScripts, ['Endless', 'Broken'])
  })

  test('don’t run where they are switched off', async ({ assert }) => {
    const { user, sessionId, say } = await setUp([script()])
    await user.put(`/api/chats/${sessionId}/settings`, { runsScripts: false })
    assert.deepEqual(await say('No storm.'), ['A storm.', 'No storm.'])
  })
})
