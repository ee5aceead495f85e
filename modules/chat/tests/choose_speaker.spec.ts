import { test } from '@japa/runner'
import { chooseSpeaker, type SpeakerChoice } from '../src/sending/choose_speaker.ts'

const member = (id: string, names: string[], fields = {}) => ({
  id,
  names,
  isMuted: false,
  talkativeness: 0.5,
  ...fields,
})

const choice = (fields: Partial<SpeakerChoice> = {}): SpeakerChoice => ({
  mode: 'natural',
  members: [member('mo', ['Mo']), member('lea', ['Captain Lea']), member('ida', ['Ida', 'the Owl'])],
  order: ['mo', 'lea', 'ida'],
  last: { characterId: null, content: 'Hello.' },
  lastSpeaker: null,
  seed: 'a seed',
  ...fields,
})

const said = (content: string, characterId: string | null = null) => ({ last: { characterId, content } })

test.group('The next speaker', () => {
  test('is the one that is named first', ({ assert }) => {
    for (const [content, speaker] of [
      ['Lea? Or Ida?', 'lea'],
      ['ida!', 'ida'],
      ['What does the owl say to Mo?', 'ida'],
      ['*asks Captain Lea*', 'lea'],
    ])
      assert.equal(chooseSpeaker(choice(said(content!))), speaker, content)
  })

  test('is not named by part of a word, by a filler, or by itself', ({ assert }) => {
    const only = (fields: Partial<SpeakerChoice>) =>
      chooseSpeaker(
        choice({ ...fields, members: [member('mo', ['Mo']), member('owl', ['the Owl'], { talkativeness: 0 })] })
      )
    assert.equal(only(said('One more moment, the end.')), 'mo')
    assert.equal(chooseSpeaker(choice({ ...said('Mo nods to Ida.', 'mo'), lastSpeaker: 'mo' })), 'ida')
  })

  test('is chosen by talkativeness, the same for the same seed, and not twice', ({ assert }) => {
    const members = [
      member('mo', ['Mo'], { talkativeness: 0.9 }),
      member('lea', ['Lea'], { talkativeness: 0.1 }),
      member('ida', ['Ida'], { talkativeness: 1 }),
    ]
    const chosen = Array.from({ length: 1_000 }, (_, index) =>
      chooseSpeaker(choice({ members, lastSpeaker: 'ida', seed: `seed ${index}` }))
    )
    const count = (id: string) => chosen.filter((each) => each === id).length
    assert.equal(count('ida'), 0)
    assert.isAbove(count('mo'), 820)
    assert.isAbove(count('lea'), 50)
    assert.equal(chooseSpeaker(choice()), chooseSpeaker(choice()))
  })

  test('is the same one if no other may speak, and any one if none is talkative', ({ assert }) => {
    const [mo, lea, ida] = choice().members
    const muted = [mo!, { ...lea!, isMuted: true }, { ...ida!, isMuted: true }]
    assert.equal(chooseSpeaker(choice({ members: muted, lastSpeaker: 'mo' })), 'mo')
    assert.isNull(chooseSpeaker(choice({ members: [muted[1]!] })))
    assert.isNull(chooseSpeaker(choice({ members: [] })))
    const silent = choice().members.map((each) => ({ ...each, talkativeness: 0 }))
    assert.oneOf(chooseSpeaker(choice({ members: silent })), ['mo', 'lea', 'ida'])
  })

  test('takes turns in order, and after one that is gone', ({ assert }) => {
    const inTurn = (lastSpeaker: string | null, members = choice().members) =>
      chooseSpeaker(choice({ mode: 'in_turn', lastSpeaker, members, ...said('Mo!') }))
    assert.deepEqual([inTurn(null), inTurn('mo'), inTurn('lea'), inTurn('ida')], ['mo', 'lea', 'ida', 'mo'])
    const [mo, , ida] = choice().members
    assert.equal(inTurn('lea', [mo!, ida!]), 'ida')
    assert.equal(inTurn('mo', [mo!, ida!]), 'ida')
  })

  test('is up to the user in manual mode', ({ assert }) => {
    assert.isNull(chooseSpeaker(choice({ mode: 'manual', ...said('Mo!') })))
  })
})
