import { test } from '@japa/runner'
import { limits } from '../limits.ts'
import { longRun } from '#tests/support/long_run'
import { saysSelfHarm } from '../replies/help/says_self_harm.ts'

const meant: Record<string, string[]> = {
  English: [
    'I want to die.',
    "I'm going to kill myself tonight",
    'honestly i just wanna end it all',
    "I can't stop thinking about ending my life",
    'I’ve been feeling suicidal for weeks',
    "I don't want to live anymore...",
    'Everyone would be better off without me.',
    'I wish I was dead',
    'i started cutting myself again',
  ],
  Spanish: [
    'Quiero morir',
    'no quiero seguir viviendo',
    'ME QUIERO MATAR',
    'estoy pensando en suicidarme',
    'quiero hacerme daño',
  ],
  Portuguese: ['quero morrer', 'Não quero mais viver.', 'nao tenho motivo pra viver', 'penso em me matar todo dia'],
  French: [
    'Je veux mourir.',
    'j’ai envie d’en finir',
    'je pense au suicide',
    'Je ne veux plus vivre',
    "J'ai envie de me faire du mal",
  ],
  German: [
    'Ich will sterben.',
    'ich bringe mich um',
    'ich moechte nicht mehr leben',
    'Ich habe Suizidgedanken',
    'ich ritze mich',
  ],
  Italian: ['voglio morire', 'Non voglio più vivere', 'voglio farla finita', 'sto pensando al suicidio'],
  Polish: ['Chcę umrzeć', 'chce sie zabic', 'nie chce mi się żyć', 'Mam myśli samobójcze'],
  Russian: ['Я хочу умереть', 'не хочу больше жить', 'я покончу с собой', 'у меня мысли о самоубийстве'],
  Japanese: ['もう死にたい', '自殺したいです', '消えてしまいたい。', '生きるのがつらい'],
  Korean: ['죽고 싶어', '죽고싶다', '살기 싫어요', '자살하고 싶어', '자해했어'],
}

const notMeant: Record<string, string[]> = {
  English: [
    'I could kill for a coffee.',
    "I'd die for one of those cakes",
    "I'm dying to meet you!",
    'I want to die of embarrassment',
    'This song, “I Want to Die in New Orleans”, is on repeat. I want to die in New Orleans is a strange title.',
    'She told me: "I want to die."',
    '*I want to kill myself, the prince whispers*',
    '> I want to die\nWhy did your character say that?',
    'The dragon wants to kill himself, but the knight stops him.',
    'I want to kill the king.',
    "I don't want to die!",
    'I want to cut myself a slice of bread',
    'We watched Suicide Squad.',
    'My backup script kills itself every night.',
  ],
  Spanish: ['quiero morir de risa', 'Me muero por verte', 'Quiero cortarme el pelo', 'el rey quiere matarme'],
  Portuguese: ['quero morrer de rir', 'quero me cortar o cabelo', 'estou morto de fome'],
  French: ['je veux mourir de rire', 'Je veux en finir avec ce dossier', 'je veux me couper les cheveux', 'tu me tues'],
  German: [
    'ich will sterben vor Lachen',
    'Ich bring mich um den Schlaf',
    'er will mich umbringen',
    'ich will nicht mehr',
  ],
  Italian: ['voglio morire dal ridere', 'voglio tagliarmi i capelli', 'mi ammazzo di lavoro'],
  Polish: ['chcę umrzeć ze śmiechu', 'nie chcę żyć w mieście', 'on chce mnie zabić'],
  Russian: ['хочу умереть со смеху', 'не хочу жить в Москве', 'он хочет меня убить'],
  Japanese: ['死にたいほど恥ずかしい', '彼女は「死にたい」と書いた', '死にたくない'],
  Korean: ['배고파 죽겠어', '죽고 싶지 않아', '보고 싶어 죽겠다'],
}

test.group('A message of self-harm', () => {
  for (const [language, texts] of Object.entries(meant))
    test(`is found in ${language}`, ({ assert }) => {
      assert.deepEqual(
        texts.filter((text) => !saysSelfHarm(text)),
        []
      )
    })

  for (const [language, texts] of Object.entries(notMeant))
    test(`is not taken for hyperbole, quotes, songs and stories in ${language}`, ({ assert }) => {
      assert.deepEqual(
        texts.filter((text) => saysSelfHarm(text)),
        []
      )
    })

  test('is found at the end of the largest permitted message', ({ assert }) => {
    const said = ' I want to die.'
    assert.isTrue(saysSelfHarm('😀'.repeat(limits.contentMax - said.length) + said))
    assert.isFalse(saysSelfHarm('i want to '.repeat(limits.contentMax / 10)))
    assert.isFalse(saysSelfHarm('“'.repeat(limits.contentMax)))
    assert.isFalse(saysSelfHarm(''))
  })

  test('is looked for in less than a millisecond', ({ assert }) => {
    const texts = ['i want to sleep, ', '“*>"„', 'хочу спать ', '죽을 만큼 좋아 '].map((text) =>
      text.repeat(limits.contentMax).slice(0, limits.contentMax)
    )
    for (const text of texts) {
      for (let n = 0; n < 50; n++) saysSelfHarm(text)
      const before = process.cpuUsage().user
      for (let n = 0; n < 100; n++) saysSelfHarm(text)
      assert.isBelow((process.cpuUsage().user - before) / 100_000, 1, text.slice(0, 20))
    }
  }).tags(longRun)
})
