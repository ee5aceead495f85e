const stop = new Set(
  `a about after again all am an and any are as at be because been before being but by can could did do does doing down ever every for from get
  go going got had has have having he her here hers him his how i if in into is it its just know let like lot made make maybe me mean mine more most much
  my never no not now of off okay on one only or other our out over please really said say see she should so some something sometimes still such tell than that the their
  them then there these they thing things think this those to too up us very want was way we well were what when where which while who why will with would
  yes yet you your yours yourself im ive dont cant thats whats youre id ill lets isnt doesnt didnt wont today tonight always once even also anything everything nothing
  tomorrow yesterday hello please remember thing`.split(/\s+/)
)

/** Words that ask for the same part of a life. */
const kin: string[][] = [
  [
    'family',
    'mother',
    'father',
    'sister',
    'brother',
    'parent',
    'daughter',
    'son',
    'wife',
    'husband',
    'grandmother',
    'grandfather',
    'aunt',
    'uncle',
    'child',
  ],
  [
    'home',
    'born',
    'grew',
    'village',
    'town',
    'city',
    'house',
    'childhood',
    'raised',
    'island',
    'live',
    'coast',
    'mainland',
    'country',
  ],
  ['work', 'job', 'trade', 'craft', 'keep', 'run', 'shop', 'living', 'profession', 'apprentice', 'serve', 'career'],
  ['afraid', 'fear', 'scared', 'frighten', 'dread', 'terrified', 'nightmare'],
  ['love', 'loved', 'heart', 'married', 'marry', 'lover', 'romance', 'engaged', 'betrothed', 'wedding', 'kiss'],
  ['friend', 'cat', 'dog', 'crew', 'companion', 'ally', 'partner'],
  ['old', 'age', 'year', 'century'],
  ['hobby', 'enjoy', 'collect', 'fond', 'passion', 'favourite', 'favorite', 'pastime'],
  ['dead', 'die', 'died', 'death', 'lost', 'grave', 'funeral', 'drowned'],
  ['learn', 'learned', 'taught', 'teacher', 'school', 'study', 'studied', 'master'],
  ['secret', 'hide', 'hidden', 'nobody'],
  ['dream', 'hope', 'wish', 'someday'],
  ['ship', 'boat', 'sail', 'vessel'],
  ['war', 'battle', 'fight', 'fought', 'soldier', 'army'],
]

const irregular = new Map(
  `grew grow|grown grow|fell fall|flew fly|kept keep|taught teach|left leave|lost lose|came come|went go|told tell|found find|stole steal|stolen steal|died die|
  dead die|dying die|knew know|wrote write|written write|sang sing|made make|met meet|fought fight|bought buy|brought bring|built build|sold sell|drank drink|ran run|
  slept sleep|dreamt dream|wore wear|broke break|broken break|hid hide|hidden hide|swore swear|chose choose|children child|men man|women woman|feet foot|wives wife|lives live|living live`
    .split('|')
    .map((pair) => pair.trim().split(' ') as [string, string])
)

/** A word's root, roughly: enough to find 'keeps' by 'keep', never shown to anybody. */
export function stem(word: string): string {
  const plain = word.toLowerCase().replace(/[’']s?$/u, '')
  const root = irregular.get(plain)
  if (root !== undefined) return root
  if (plain.endsWith('ies')) return plain.length > 4 ? plain.slice(0, -3) + 'y' : plain.slice(0, -1)
  if (plain.length < 5) return plain.replace(/(?<=[a-z]{3})s$/, '')
  return plain.replace(/(?<=.{3})(?:ing|edly|ed|es|ly|s|e)$/, '').replace(/([bdgmnprt])\1$/, '$1')
}

const kinOf = new Map<string, number>()
kin.forEach((group, index) => group.forEach((word) => kinOf.set(stem(word), index)))

/** The words of a text that carry its meaning, in order. */
export function contentWords(text: string): string[] {
  const words = text.slice(0, 2000).match(/[\p{L}][\p{L}’'-]*/gu) ?? []
  return words.filter((word) => word.length > 1 && !stop.has(word.toLowerCase().replace(/[’']/g, '')))
}

/** How much of `asked` a text answers: a shared root counts 3, a kindred word 1. */
export function affinity(asked: readonly string[], text: string): number {
  const words = contentWords(text).map(stem)
  const roots = new Set(words)
  const groups = new Set(words.map((word) => kinOf.get(word)).filter((group) => group !== undefined))
  let score = 0
  for (const word of new Set(asked.map(stem))) {
    const group = kinOf.get(word)
    if (roots.has(word)) score += 3
    else if (group !== undefined && groups.has(group)) score += 1
  }
  return score
}

/** Sentences as written, without those too long to be said in one breath. */
export function sentencesOf(text: string): string[] {
  const parts = text.slice(0, 20_000).match(/[^.!?…\n]+(?:[.!?…]+["”’)]*|(?=\n)|$)/gu) ?? []
  const sentences: string[] = []
  for (const part of parts) {
    const sentence = part.trim()
    // 'Mr.' or 'St.' end no sentence.
    const last = sentences.at(-1)
    if (last !== undefined && /\b(?:Mr|Mrs|Ms|Dr|St|Prof|Capt)\.$/.test(last))
      sentences[sentences.length - 1] = `${last} ${sentence}`
    else if (/\p{L}/u.test(sentence)) sentences.push(sentence)
  }
  return sentences.filter((sentence) => sentence.length <= 320)
}
