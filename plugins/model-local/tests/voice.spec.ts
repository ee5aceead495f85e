import { test } from '@japa/runner'
import type { Cast, ModelMessage } from '../../contract/model.ts'
import { collect, kitRequest } from '../../kits/model_kit.ts'
import { localModel } from '../index.ts'
import { answerInVoice } from '../src/answer_in_voice.ts'
import { parseLines } from '../src/voice.ts'
import { mara } from './cast.ts'

const source = `
# A comment.
greeting: Evening.
greeting: You again, {{user}}.
mood: Well oiled.
who [your name]: Mara. I mend clocks.
place: The end of the harbour.
work: I mend what others throw away.
work [clock, clocks]: That one runs backwards.
people [father, @family]: My father taught me to listen.
topic [@fear]: Silence.
sad: Sit down.
sad [tired]: Put your feet up.
happy: Good.
yes: Right.
no: Fine.
disagree: Tell me why.
thanks: It was nothing.
name: {{user}}, then.
farewell: Mind the step, {{user}}.
unknown: I couldn't say.
unknown: Ask the sea.
lost: Once more?
foreign: English, please.
chat: And then?
chat: Go on.
`
const lines = parseLines(source)

/** Returns the answer to each message. */
const converse = (said: string[], cast: Cast = mara): string[] => {
  const messages: ModelMessage[] = []
  return said.map((content) => {
    messages.push({ role: 'user', content })
    const text = answerInVoice(lines, cast, messages) ?? ''
    messages.push({ role: 'assistant', content: text })
    return text
  })
}
const reply = (content: string, variant = 0) => answerInVoice(lines, mara, [{ role: 'user', content }], variant)

test.group('model-local | a voice', () => {
  test('answers each kind of message with a line of that kind')
    .with([
      ['How are you?', 'Well oiled.'],
      ['What’s your name?', 'Mara. I mend clocks.'],
      ['Where are we?', 'The end of the harbour.'],
      ['What do you do for a living?', 'I mend what others throw away.'],
      ['Tell me about the clocks!', 'That one runs backwards.'],
      ['Do you have brothers or sisters?', 'My father taught me to listen.'],
      ['What are you scared of?', 'Silence.'],
      ['I had a really bad day', 'Sit down.'],
      ['I am so tired', 'Put your feet up.'],
      ['I am so happy!', 'Good.'],
      ['yes', 'Right.'],
      ['No thanks', 'Fine.'],
      ['No, I won’t do that.', 'Fine.'],
      ["I don't agree", 'Tell me why.'],
      ['That’s not true.', 'Tell me why.'],
      ['Thank you', 'It was nothing.'],
      ['My name is Theo', 'Theo, then.'],
      ['Good night!', 'Mind the step, Robin.'],
      ['Sprichst du Deutsch?', 'English, please.'],
      ['Do you speak Polish?', 'English, please.'],
      ['静かな海', 'English, please.'],
      ['asdf qwertz', 'Once more?'],
    ] as const)
    .run(({ assert }, [message, line]) => assert.equal(reply(message), line))

  test('deflects a question that no line answers', ({ assert }) => {
    assert.match(reply('What is the capital of Mongolia?') ?? '', /^(?:I couldn't say|Ask the sea)\.$/)
  })

  test('uses no line twice until all that fit are used', ({ assert }) => {
    const answers = converse(Array.from({ length: 4 }, () => 'I went to the market.'))
    assert.sameMembers(answers.slice(0, 2), ['And then?', 'Go on.'])
    assert.deepEqual(answers.slice(2), answers.slice(0, 2), 'the least recently used line comes first')
  })

  test('writes another line at each reroll, and the same one for the same variant', ({ assert }) => {
    const answers = [0, 1, 2, 3].map((variant) => reply('Who was Ptolemy?', variant))
    assert.lengthOf(new Set(answers), 4)
    assert.equal(reply('Who was Ptolemy?', 2), answers[2])
  })

  test('goes on after its own message', ({ assert }) => {
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Where are we?' },
      { role: 'assistant', content: 'The end of the harbour. And then?' },
    ]
    assert.equal(answerInVoice(lines, mara, messages), 'Go on.')
  })

  test('answers the user in a group, whoever spoke last', ({ assert }) => {
    const content = 'Noor: Up, deckhand!\n\nRobin: What are you scared of?'
    assert.equal(answerInVoice(lines, mara, [{ role: 'user', content }]), 'Silence.')
  })

  test('leaves out the name of a user without a name', ({ assert }) => {
    const nameless = { ...mara, user: { name: 'User', persona: '' } }
    const [first, second, third] = converse(['Hello', 'Hello', 'Good night!'], nameless)
    assert.sameMembers([first, second], ['Evening.', 'You again.'])
    assert.equal(third, 'Mind the step.')
  })

  test('belongs to the character with its name and description, and to no other', async ({ assert }) => {
    let calls = 0
    const voices = () => {
      calls++
      return [{ name: 'Mara Voss', description: mara.character.description, lines: source }]
    }
    const provider = localModel({ wordDelayMs: 0, voices })
    const ask = async (cast: Cast) => {
      const request = kitRequest({ cast, messages: [{ role: 'user', content: 'What are you scared of?' }] })
      const { parts } = await collect(provider, { request })
      return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
    }
    assert.equal(await ask(mara), 'Silence.')
    assert.notEqual(await ask({ ...mara, character: { ...mara.character, description: 'Another Mara.' } }), 'Silence.')
    assert.notEqual(await ask({ ...mara, isForUser: true }), 'Silence.')
    assert.equal(calls, 1)
  })

  test('never denies what it is, even without a line that says so', ({ assert }) => {
    assert.isNull(reply('Are you an AI?'))
  })

  test('answers the longest and oddest messages')
    .with(['a '.repeat(16_000), '?'.repeat(32_000), '*'.repeat(32_000), 'ab’'.repeat(10_000), '{{user}}', '$&', ''])
    .run(({ assert }, content) => assert.isNotEmpty(reply(content)))
})

test.group('model-local | lines of a voice', () => {
  test('are refused when they can’t be read')
    .with(['greeting Evening.', 'song: La.', 'work [@nothing]: Hm.', 'chat:'])
    .run(({ assert }, line) => assert.throws(() => parseLines(line)))
})
