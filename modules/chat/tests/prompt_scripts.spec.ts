import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from '@japa/runner'
import { type RegexScript, scriptLimits } from '#modules/gallery/api'
import { newId } from '#modules/kernel/ids'
import { systemTimers } from '#plugins/contract/timers'
import { longRun } from '#tests/support/long_run'
import { last, sharedStage, type Stage } from '#tests/support/stage'
import { speak } from '#tests/support/model_upstream'
import { PromptScripts } from '../replies/scripts/prompt_scripts.ts'
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

test.group('The largest scripts', () => {
  const { scriptsMax, patternMax, replacementMax, resultMax } = scriptLimits
  /** Scripts with the longest patterns and replacements. Their results are two characters below the longest. */
  const largest = Array.from({ length: scriptsMax }, (_, n): RegexScript => {
    const name = `Script ${n}`
    const [begin, end] = ['/^(.{24000}).*$|', '/s']
    const find = `${begin}${'z'.repeat(patternMax - begin.length - end.length)}${end}`
    return script({ name, find, replace: '$1'.padEnd(replacementMax, 'y') })
  })
  /** As many as the largest prompts have. */
  const texts = Array.from({ length: 60 }, () => 'x'.repeat(resultMax))

  test('change texts within the limits, or are left out', ({ assert }) => {
    const messages = texts.map((_, index) => index)
    const answer = runScriptJob({ texts, scripts: largest.map((script) => ({ script, messages })) })
    assert.isTrue(largest.every(({ find, replace }) => find.length === patternMax && replace.length === replacementMax))
    assert.lengthOf(answer.texts, texts.length)
    assert.isTrue(answer.texts.every(({ length }) => length > 0 && length <= resultMax))
    // A machine that is too slow for all of them leaves out the last ones.
    assert.includeMembers(
      largest.map(({ name }) => name),
      answer.failed
    )
  })

  test('don’t hold the event loop of the server for a tenth of a second', async ({ assert }) => {
    const endless = largest.map((each) => ({ ...each, find: `/^(x+)+$|${'z'.repeat(patternMax - 12)}/` }))
    for (const scripts of [largest, endless]) {
      const db = { rawQuery: async () => ({ rows: [{ scripts }] }) }
      const prompts = new PromptScripts(db as never, systemTimers, console as never)
      const input = {
        userId: newId(),
        sheet: { id: newId(), version: 1, name: 'Mo', nickname: '', hasScripts: true } as never,
        userName: 'Robin',
        setup: { runsScripts: true },
        history: texts.map((content) => ({ isUser: false, content: `${content.slice(1)}!` }) as never),
      }
      // Starts the process.
      await prompts.apply(input)
      const delay = monitorEventLoopDelay({ resolution: 5 })
      delay.enable()
      const { history } = await prompts.apply(input)
      delay.disable()
      prompts.close()
      assert.lengthOf(history, texts.length)
      assert.isBelow(delay.max / 1e6, 100)
    }
  }).tags(longRun)
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
