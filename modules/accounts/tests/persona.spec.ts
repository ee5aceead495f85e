import { test } from '@japa/runner'
import { sharedStage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

test.group('A persona', () => {
  test('is in the prompt with every text from the next message on', async ({ assert }) => {
    const stage = await sharedStage()
    const { client, characterId, sessionId } = await stage.chat(100)
    const asked: string[] = []
    stage.upstream.answer = (call) => {
      asked.push(JSON.stringify(call.body))
      call.delta('Aye.')
      call.finish()
    }
    const say = () => client.say(characterId, { content: 'Good evening.', sessionId })
    await say()
    await client.put('/api/user/settings', {
      personaName: 'Captain Reed',
      personaDescription: 'One eye, and a coat of oilskin.',
      personaPersonality: 'Never in a hurry.',
      personaBackground: 'Forty years at sea.',
    })
    await say()
    const [before = '', after = ''] = asked
    for (const text of ['Captain Reed', 'a coat of oilskin', 'Never in a hurry', 'Forty years at sea']) {
      assert.notInclude(before, text)
      assert.include(after, text)
    }
  }).tags(longRun)
})
