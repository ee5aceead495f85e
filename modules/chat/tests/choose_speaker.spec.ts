import { test } from '@japa/runner'
import { chooseSpeaker, type SpeakerChoice } from '../replies/begin/choose_speaker.ts'

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

  for (const [script, names, content, speaker] of [
    ['Cyrillic', ['Аня', 'Ян', 'Боря', 'Танян'], 'Танян здесь, а Ян?', 'Танян'],
    ['Greek', ['Νίκος', 'Άννα', 'Λία', 'Ζωή'], 'ΝΊΚΟΣ, ΈΛΑ!', 'Νίκος'],
    ['Arabic', ['سارة', 'ليلى', 'كريم', 'نور'], 'ماذا تقول وسارةُ؟', 'سارة'],
    ['Hebrew', ['מירה', 'דן', 'נועה', 'גיל'], 'מה אמרת למירה?', 'מירה'],
    ['Devanagari', ['मीरा', 'अजय', 'रवि', 'सीमा'], 'मीरा, तुम क्या कहती हो?', 'मीरा'],
    ['Thai', ['มาลี', 'สมชาย', 'นิด', 'ต้น'], 'สวัสดีสมชายคิดว่าไง', 'สมชาย'],
    ['Chinese', ['小明', '阿花', '老王', '小红'], '我觉得老王说得对，你们呢？', '老王'],
    ['Chinese, one name in another', ['王', '小王', '小王子', '阿花'], '小王子呢？', '小王子'],
    ['Japanese', ['さくら', 'ハルト', 'ユイ', 'レン'], 'ねえさくらはどう思う？', 'さくら'],
    ['Japanese, half-width', ['さくら', 'ハルト', 'ユイ', 'レン'], 'ﾕｲちゃんは?', 'ユイ'],
    ['a family name', ['田中 Ken', '佐藤 Mai', '鈴木 Rei', '高橋 Jo'], 'で、佐藤さんは？', '佐藤 Mai'],
    ['Korean', ['민수', '지우', '서연', '도윤'], '서연아 어떻게 생각해?', '서연'],
    ['Korean, a particle', ['민수', '지우', '서연', '도윤'], '그럼 지우는?', '지우'],
    ['a Latin name with a particle', ['Mira', 'Dora', 'Nils', 'Bo'], '그럼 Nils는?', 'Nils'],
    ['Turkish', ['İpek', 'Deniz', 'Can', 'Ece'], 'Ne dersin İPEK?', 'İpek'],
    ['Turkish, a case', ['İpek', 'Deniz', 'Can', 'Ece'], "Can'ın fikri ne?", 'Can'],
    ['decomposed letters', ['José', 'Jos', 'Ana', 'Eva'], 'Jose\u0301?', 'José'],
    ['a joiner', ['می\u200cلاد', 'سارا', 'نگار', 'رضا'], 'میلاد چطور؟', 'می\u200cلاد'],
    ['an apostrophe', ['O’Brien', 'Finn', 'Moira', 'Sean'], "And you, o'brien?", 'O’Brien'],
    ['a bracket', ['Иван (Ivan)', 'Лена', 'Юра', 'Оля'], 'Ivan?', 'Иван (Ivan)'],
    ['italics', ['Mira', 'Dora', 'Nils', 'Bo'], '_Dora_, you?', 'Dora'],
  ] as const)
    test(`is named in every script: ${script}`, ({ assert }) => {
      const members = names.map((name) => member(name, [name], { talkativeness: name === speaker ? 0 : 1 }))
      const order = [...names]
      assert.equal(chooseSpeaker(choice({ members, order, ...said(content) })), speaker)
    })

  for (const [script, name, content] of [
    ['Cyrillic', 'Ян', 'Танян и Яна здесь.'],
    ['Greek', 'Άννα', 'Η Άνναμπελ;'],
    ['Arabic', 'نور', 'هذا منورها.'],
    ['Hebrew', 'דן', 'הסדן כבד.'],
    ['Devanagari', 'राम', 'रामायण और आराम।'],
    ['Thai, a cut letter', 'ด', 'ดี'],
    ['Korean', '지우', '지우개 어디 있어?'],
    ['a decomposed letter', 'Jose', 'Jose\u0301?'],
  ] as const)
    test(`is not named by part of a word: ${script}`, ({ assert }) => {
      const members = [member('named', [name], { talkativeness: 0 }), member('other', ['Zed'], { talkativeness: 1 })]
      assert.equal(chooseSpeaker(choice({ members, order: ['named', 'other'], ...said(content) })), 'other')
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
