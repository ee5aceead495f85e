import { test } from '@japa/runner'
import { labelByWords, nameIn, neutralLabel } from '../replies/expressions/label_by_words.ts'
import lexicon from '../replies/expressions/lexicon.json' with { type: 'json' }

const emotions = Object.keys(lexicon.names)

/** A sentence of each emotion in each language. */
const said: Record<string, Partial<Record<string, string>>> = {
  English: {
    joy: '*She smiles warmly.* Welcome back!',
    amusement: '*He laughs, and winks at you.*',
    love: '*She hugs you tight.* I love you.',
    sadness: '*A tear runs down.* *She sobs.*',
    anger: '“Get out!” *he growls, furious.*',
    fear: '*She trembles.* I am so scared.',
    surprise: '*He gasps.* You are early!',
    disgust: '*She grimaces at the slime, disgusted.*',
    embarrassment: '*He blushes and stammers.*',
    confusion: '*She looks puzzled.* Huh?',
    curiosity: '*He ponders, intrigued.* I wonder.',
    pride: '*She smirks, proud of herself.*',
    tiredness: '*He yawns.* I am exhausted.',
  },
  Spanish: { joy: '*Sonríe, feliz.*', sadness: '*Llora en silencio.*', anger: '*Grita, furiosa.*' },
  Portuguese: { joy: '*Ela sorri, animada.*', fear: '*Ele está assustado.*', sadness: '*Chora baixinho.*' },
  French: { joy: '*Elle sourit, heureuse.*', embarrassment: '*Il rougit.*', anger: '*Elle est furieuse.*' },
  German: { joy: '*Sie lächelt glücklich.*', sadness: '*Er weint.*', embarrassment: '*Sie errötet verlegen.*' },
  Italian: { joy: '*Sorride, felice.*', fear: '*Ha paura e trema.*', tiredness: '*È stanco e sbadiglia.*' },
  Polish: { joy: '*Uśmiecha się radośnie.*', sadness: '*Płacze.*', anger: '*Wścieka się.*' },
  Russian: { joy: '*Она улыбается.*', sadness: '*Он плачет.*', surprise: '*Она удивлена.*' },
  Japanese: { joy: '彼女は嬉しそうに微笑んだ。', anger: '怒って睨みつける。', embarrassment: '頬を染めて照れる。' },
  Korean: {
    joy: '그녀는 행복하게 미소 짓는다.',
    sadness: '눈물을 흘리며 슬프게 말했다.',
    surprise: '깜짝 놀라 쳐다본다.',
  },
}

test.group('The label of an answer by its words', () => {
  for (const [language, texts] of Object.entries(said))
    test(`is the emotion of the text (${language})`, ({ assert }) => {
      for (const [emotion, text] of Object.entries(texts)) assert.equal(labelByWords(text!, emotions), emotion, text)
    })

  test('is neutral when unsure', ({ assert }) => {
    for (const text of ['', '…', 'The train leaves at nine.', '*She is not smiling.*', 'Der große Wagen fährt.'])
      assert.equal(labelByWords(text, emotions), neutralLabel, text)
    assert.equal(labelByWords('*She smiles.*', ['angry', 'wings']), neutralLabel)
    assert.equal(labelByWords('*She smiles.*', []), neutralLabel)
  })

  test('is the closest of the character’s own names, as they are written', ({ assert }) => {
    const smile = '*She smiles.*'
    assert.equal(labelByWords(smile, ['admiration', 'Happy', 'relief']), 'Happy')
    assert.equal(labelByWords(smile, ['sad', 'very_HAPPY']), 'very_HAPPY')
    assert.equal(labelByWords(smile, ['joy-2', 'sad1']), 'joy-2')
    assert.equal(labelByWords('*Sie weint.*', ['fröhlich', 'traurig']), 'traurig')
    assert.equal(labelByWords('*She spreads her wings.*', ['neutral', 'wings']), 'wings')
    assert.equal(labelByWords('猫耳が動く。', ['普通', '猫耳']), '猫耳')
  })

  test('prefers what the character does to what it says, and the end of a long text', ({ assert }) => {
    assert.equal(labelByWords('“Don’t be sad, don’t cry.” *She smiles.*', emotions), 'joy')
    assert.equal(labelByWords(`${'*He growls.* '.repeat(400)}${'x'.repeat(4_000)} *He smiles.*`, emotions), 'joy')
  })

  test('has words of every emotion in every language', ({ assert }) => {
    for (const [language, words] of Object.entries(lexicon.words))
      assert.sameMembers(Object.keys(words), emotions, language)
  })

  test('is found for answers of the largest size, and 64 names of 40 characters', ({ assert }) => {
    const names = Array.from({ length: 64 }, (_, n) => `${n} `.padEnd(40, 'x'))
    for (const text of ['*'.repeat(32_000), 'é'.repeat(32_000), '微笑'.repeat(16_000)])
      assert.equal(labelByWords(text, names), neutralLabel)
    assert.equal(labelByWords('*smiling* '.repeat(3_200), [...names, 'joy']), 'joy')
  })
})

test.group('The label in an answer of the model', () => {
  test('is one of the names, however it is written', ({ assert }) => {
    const names = ['neutral', 'joy', 'Very Sad', 'sad', '猫耳']
    assert.equal(nameIn('joy', names), 'joy')
    assert.equal(nameIn('**Joy.**', names), 'joy')
    assert.equal(nameIn('The label is: very sad', names), 'Very Sad')
    assert.equal(nameIn('"猫耳"', names), '猫耳')
    for (const answer of ['', 'enjoy', 'angry', 'I can’t say.']) assert.isNull(nameIn(answer, names), answer)
  })
})
