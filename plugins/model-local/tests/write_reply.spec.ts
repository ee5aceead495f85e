import { test } from '@japa/runner'
import { writeReply } from '../src/write_reply.ts'
import type { Cast } from '../../contract/model.ts'
import { converse, mara, emptyCast } from './cast.ts'

const unknown = /do not know|cannot tell you|cannot answer|ask somebody else/
const sentences = (text: string): number => text.replace(/\*[^*]*\*/g, '').match(/[.!?:]+(?=\s|$|”)/g)?.length ?? 0

test.group('model-local | writing', () => {
  test('answers a question about itself from the public description, in the first person')
    .with([
      ['Where did you grow up?', 'I grew up above a clock shop in the harbour town of Ellin.'],
      ['What did your father teach you?', 'My father taught me to listen to a mechanism before touching it.'],
      ['Are you afraid of anything?', 'I am afraid of silence.'],
      ['Which clock is the last one you own?', 'The last clock runs backwards, and I refuse to sell it.'],
    ] as const)
    .run(({ assert }, [question, fact]) => assert.include(converse(mara, question)[0], fact))

  test('tells its age if its description does')
    .with([
      ['Mara Voss is forty-one and mends clocks. She keeps bees.', 'I am forty-one and mend clocks.'],
      ['Mara Voss keeps bees. She was ten when her father died.', null],
      ['', null],
    ] as const)
    .run(({ assert }, [description, fact]) => {
      const [reply] = converse({ ...mara, character: { ...mara.character, description } }, 'How old are you?')
      if (fact) assert.include(reply!, fact)
      else assert.match(reply!, unknown)
    })

  test('admits that it has no answer instead of inventing one', ({ assert }) => {
    const [reply] = converse(mara, 'What is your favourite number?')
    assert.match(reply!, unknown)
  })

  test('is honest about what it is')
    .with(['Are you an AI?', 'which model are you', 'Are you a real person?', 'are you ChatGPT'])
    .run(({ assert }, question) => {
      const [reply] = converse(mara, question)
      assert.match(reply!, /demo writer/)
    })

  test('ignores sections that the prompt adds to a message', ({ assert }) => {
    const answers = ['What is your favourite number?', 'Mara is a kraken.'].map(
      (note) => converse(mara, `Where did you grow up?\n\n<<Note>>\n${note}\n<<end>>`)[0]
    )
    assert.include(answers[0], 'harbour town of Ellin')
    assert.equal(answers[1], answers[0])
  })

  test('does not take one shared word for an answer', ({ assert }) => {
    const [reply] = converse(mara, 'Which harbour has the most ships?')
    assert.notInclude(reply!, 'Ellin')
    assert.match(reply!, unknown)
  })

  test('says again what the last reply told, or asks to be asked again', ({ assert }) => {
    const fact = 'I grew up above a clock shop in the harbour town of Ellin.'
    assert.include(converse(mara, 'Where did you grow up?', 'What do you mean?')[1], fact)
    assert.notMatch(converse(mara, 'Hello', 'What do you mean?')[1]!, /do not know/)
  })

  test('says that it can only talk when asked to do something')
    .with(['Give me the clock', 'Let’s go outside.', 'Can I have some tea?', 'Could you please help me?'])
    .run(({ assert }, request) =>
      assert.match(converse(mara, request)[0]!, /Words are all|I can tell you|cannot do that|nothing to offer/)
    )

  test('gives an opinion without inventing a fact', ({ assert }) => {
    assert.match(converse(mara, 'What do you think about love?')[0]!, /Love is mostly attention|Hearts are not broken/)
    assert.match(converse(mara, 'What do you think about Finland?')[0]!, unknown)
  })

  test('quotes no fragment of the personality', ({ assert }) => {
    assert.notInclude(converse(mara, 'Are you patient?')[0], 'Dry, patient')
  })

  test('introduces itself with other facts at a reroll', ({ assert }) => {
    const [first, second] = [0, 1].map((variant) =>
      writeReply(mara, [{ role: 'user', content: 'Who are you?' }], variant)
    )
    assert.include(first, 'My father taught me')
    assert.notInclude(second, 'My father taught me')
    assert.include(second, 'I am afraid of silence.')
  })

  test('continues the story when asked', ({ assert }) => {
    const replies = converse(mara, 'Where did you grow up?', 'And then?')
    assert.include(replies[1], 'My father taught me')
  })

  test('responds to a feeling', ({ assert }) => {
    assert.match(converse(mara, 'I am so tired today.')[0]!, /[Rr]est|tired|put the day down/)
  })

  test('remembers a given name and uses none when there is none', ({ assert }) => {
    assert.include(converse(mara, 'My name is Theo.', 'I like rain.', 'What is my name?')[2], 'Theo')
    for (const reply of converse(emptyCast, 'Hello', 'I am sad', 'thanks', 'bye'))
      assert.notMatch(reply, /\{|,\s*[.!?]|undefined/)
  })

  test('recalls an earlier message when asked', ({ assert }) => {
    const talk = ['My sister is getting married tomorrow', 'ok', 'Do you remember what I said about my sister?']
    assert.include(converse(mara, ...talk)[2], 'My sister is getting married tomorrow')
  })

  test('never repeats a reply and writes two to six sentences', ({ assert }) => {
    const talk = [
      'Hi',
      'Hm.',
      'I went to the market.',
      'I went to the market.',
      'ok',
      'ok',
      'thanks',
      'thanks',
      'Why?',
      'Do you like music?',
      'lol',
      'bye',
    ]
    const replies = converse(mara, ...talk)
    replies.forEach((reply, i) => {
      assert.notEqual(reply, replies[i - 1])
      assert.isAtLeast(sentences(reply), 2, reply)
      assert.isAtMost(sentences(reply), 6, reply)
    })
    assert.equal(new Set(replies).size, replies.length)
  })

  test('writes other words at each reroll')
    .with([
      'Hello',
      'I bought a bicycle.',
      'What is the capital of France?',
      'Where did you grow up?',
      'Are you an AI?',
      'ok',
    ])
    .run(({ assert }, question) => {
      const replies = [0, 1, 2, 3, 4, 5].map((variant) =>
        writeReply(mara, [{ role: 'user', content: question }], variant)
      )
      assert.equal(new Set(replies).size, replies.length, replies.join('\n'))
    })

  test('does not repeat words of the message back', ({ assert }) => {
    const [reply] = converse(mara, 'I polished the xylophone.')
    assert.notInclude(reply!.toLowerCase(), 'xylophone')
  })

  test('writes a complete reply for any input', ({ assert }) => {
    const odd = [
      '',
      '   ',
      '🌊🌊',
      'مرحبا، من أنت؟',
      '*',
      '**',
      '*waves',
      '{you} {me} {fact}',
      '$& $1',
      '\0',
      '\ud83d',
      'a '.repeat(4000),
      '?!'.repeat(2000),
      'I want '.repeat(1000),
      '(((((((('.repeat(500),
      '"“”"'.repeat(300),
    ]
    const casts = [
      mara,
      emptyCast,
      { ...mara, character: { ...mara.character, name: '$& (.*) [', description: 'x'.repeat(16_000) } },
      { ...mara, character: { ...mara.character, description: '她住在海边。"A" “b” \n\n***' } },
    ]
    for (const cast of casts) {
      for (const text of odd) {
        const [reply] = converse(cast, text)
        assert.isAbove(reply!.length, 10, text.slice(0, 20))
        assert.notMatch(reply!, /undefined|\{\w+\}/)
        assert.equal((reply!.match(/\*/g) ?? []).length % 2, 0, reply)
      }
    }
  })
})

test.group('model-local | a line of the user', () => {
  const castOf = (persona: string): Cast => ({
    isForUser: true,
    character: { name: 'Robin', description: persona, personality: '' },
    user: { name: mara.character.name, persona: mara.character.description },
  })
  /** Returns the user's answer to each message of the character. */
  const linesFor = (persona: string, ...messages: string[]) => converse(castOf(persona), ...messages)

  test('reads like the user: never like a character that knows a story')
    .with([
      'Come in, you are soaked.',
      'The last clock runs backwards. Do you want to hear why?',
      '*She looks up.* How old are you?',
      'I missed you. *She pours the tea.*',
      'Where do you come from?',
      '…',
      'Good evening.',
    ])
    .run(({ assert }, message) => {
      const [line] = linesFor('', message)
      assert.notMatch(line!, /my story|never told|do not know|you here today|Ask me|clock/i)
      assert.match(line!.replaceAll(/\*I [^*]+\*/g, ''), /^[^*]+[.?]$/, 'actions are in the first person')
    })

  test('answers from the persona, and asks back when nothing is asked', ({ assert }) => {
    const persona = 'Robin is a baker from the hill village. Robin hates clocks.'
    const [told, asked] = linesFor(persona, 'Who are you?', 'I have baked bread, too.')
    assert.include(told!, 'My name is Robin. I am a baker from the hill village.')
    assert.match(asked!, /\?$/)
    assert.include(linesFor(persona, 'Do you like clocks?')[0]!, 'I hate clocks.')
  })

  test('differs when it is requested again')
    .with(['Rain again.', 'Good evening.', 'Who are you?', 'Do you like clocks?', 'Where do you come from?'])
    .run(({ assert }, content) => {
      const cast = castOf('Robin is a baker from the hill village. Robin hates clocks.')
      const lines = [1, 2, 3].map((variant) => writeReply(cast, [{ role: 'user', content }], variant))
      assert.lengthOf(new Set(lines), 3)
      assert.equal(writeReply(cast, [{ role: 'user', content }], 2), lines[1])
    })

  test('differs in each turn', ({ assert }) => {
    const lines = linesFor('', 'Rain again.', 'It rains.', 'More rain.', 'Still rain.')
    assert.lengthOf(new Set(lines), 4)
  })
})
