/** A person of the third person: what their pronouns are. */
interface Pronouns {
  subject: string
  object: string
  possessive: string
  reflexive: string
}

const she: Pronouns = { subject: 'she', object: 'her', possessive: 'her', reflexive: 'herself' }
const he: Pronouns = { subject: 'he', object: 'him', possessive: 'his', reflexive: 'himself' }

const titles =
  /^(?:the|of|von|van|de|captain|professor|doctor|lady|lord|sir|sister|brother|father|mother|madame|miss|king|queen|prince|princess|detective|officer|agent|dr|mr|mrs|ms)$/i
/** Somebody else who might be meant by a pronoun. */
const others =
  /\b(?:mother|father|sister|brother|wife|husband|woman|man|girl|boy|daughter|son|queen|king|aunt|uncle|grandmother|grandfather|lady|lord|master|mistress|captain|friend|stranger|teacher|someone|somebody)\b/i
const adverbs =
  /^(?:never|always|often|still|once|rarely|sometimes|now|also|only|then|soon|already|just|even|\w{3,}ly)$/i
const irregular: Record<string, string> = {
  is: 'am',
  has: 'have',
  does: 'do',
  goes: 'go',
  'isn’t': 'am not',
  "isn't": 'am not',
  'doesn’t': 'don’t',
  "doesn't": "don't",
  'hasn’t': 'haven’t',
  "hasn't": "haven't",
}
const plain = new Set(`was had did could would should can will may might must knows`.split(' '))
/** Third persons that are hardly ever plurals, so that a second verb can be told: 'keeps bees and sells honey'. */
const verbs = new Set(
  `sells talks counts keeps walks sings drinks eats sleeps dreams wears carries lives loves hates fears knows thinks believes says tells asks laughs smiles cries writes reads
  speaks listens watches waits wants needs seeks hunts fights runs rides sails flies travels wanders works serves teaches learns studies makes bakes cooks brews builds mends repairs
  paints draws plays dances collects gathers steals hides protects guards refuses remembers forgets hopes trusts owes pays takes gives brings leaves returns comes goes stays tends grows
  pretends insists prefers enjoys leads follows spends feeds visits finds holds gets still`.split(/\s+/)
)
/** What an object pronoun is followed by; before anything else 'her' is a possessive. */
const afterObject =
  /^(?:to|a|an|the|in|on|at|from|for|with|by|of|and|or|but|as|into|out|up|down|back|away|off|over|under|when|while|because|if|that|this|how|what|who|where|why|again|alone|before|after|once|until|through|like|then|so|home)$/i

/**
 * A sentence about somebody, as they would say it themselves: 'Mara keeps her bees' gives 'I keep my bees'.
 * null when that can't be done surely; then the sentence should be quoted as it stands.
 */
export function inFirstPerson(sentence: string, name: string, about: string): string | null {
  if (/["“”]/.test(sentence)) return null
  // Told in the first person already.
  if (/\b(?:I|my|me)\b/.test(sentence)) return sentence
  if (/\bthey\b|\btheir\b/i.test(sentence) && !pronounsOf(about)) return null
  const aliases = aliasesOf(name)
  const mine = pronounsOf(about)
  const tokens = sentence.split(/(\s+)/)
  const words = tokens.filter((_, index) => index % 2 === 0)
  const named = words.some((word) => aliases.has(bare(word).replace(/[’']s$/, '')))
  const pronouns = mine
    ? words.filter((word) => [mine.subject, mine.object, mine.possessive, mine.reflexive].includes(bare(word))).length
    : 0
  if (!named && pronouns === 0) return null
  const stripped = words.filter((word) => !aliases.has(bare(word))).join(' ')
  if (pronouns > 0 && others.test(stripped) && !onlyPossessedOthers(stripped, mine)) return null
  return rewritten(words, aliases, mine)
}

/** 'her mother' names somebody without any doubt about whose pronoun comes first; a subject pronoun after that is doubtful. */
function onlyPossessedOthers(text: string, mine: Pronouns | null): boolean {
  if (!mine) return false
  const at = text.search(others)
  return !new RegExp(`\\b${mine.subject}\\b`, 'i').test(text.slice(at)) && !/\b(?:and|who|but)\b/i.test(text.slice(at))
}

function rewritten(words: string[], aliases: Set<string>, mine: Pronouns | null): string | null {
  const out: string[] = []
  let present = false
  // Whether the clause under way has 'I' for its subject.
  let spoken = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const core = bare(word)
    const tail = word.slice(word.search(/[^\p{L}’'-]*$/u))
    const lead = word.match(/^[^\p{L}]*/u)![0]
    if (/^[\p{L}-]+[’']s$/u.test(core) && aliases.has(core.replace(/[’']s$/, ''))) {
      out.push(lead + 'my' + tail)
      continue
    }
    if (mine && (core === `${mine.subject}’s` || core === `${mine.subject}'s`)) return null
    const isName =
      aliases.has(core) ||
      (titles.test(core) && i + 1 < words.length && aliases.has(bare(words[i + 1]!)) && /^\p{Lu}/u.test(word))
    if (isName || (mine && core === mine.subject)) {
      // A name of several words is one subject.
      let end = i
      if (isName) {
        while (
          end + 1 < words.length &&
          !/[,.;:!?]$/.test(words[end]!) &&
          (aliases.has(bare(words[end + 1]!)) ||
            (/^(?:the|of)$/.test(words[end + 1]!) && end + 2 < words.length && aliases.has(bare(words[end + 2]!))))
        )
          end++
        if (/[’']s$/.test(bare(words[end]!))) return null
      }
      if (/[^\p{L}]$/u.test(words[end]!) || (isName && !startsClause(words, i))) return null
      let verbAt = end + 1
      const between: string[] = []
      while (verbAt < words.length && adverbs.test(bare(words[verbAt]!)) && words[verbAt] === bare(words[verbAt]!))
        between.push(words[verbAt++]!)
      const verb = words[verbAt]
      if (verb === undefined) return null
      const mineVerb = conjugated(bare(verb))
      if (mineVerb === null) return null
      if (mineVerb !== bare(verb)) present = true
      out.push(lead + 'I', ...between, mineVerb + verb.slice(bareLength(verb)))
      i = verbAt
      spoken = true
      continue
    }
    // A second verb of the same subject.
    const joined = spoken && /^(?:and|but|or|then)$/.test(bare(out.findLast((one) => !adverbs.test(bare(one))) ?? ''))
    if (joined && (irregular[core] !== undefined || verbs.has(core)) && !/^of\b/.test(words[i + 1] ?? '')) {
      out.push(lead + conjugated(core) + tail)
      continue
    }
    if (/[;:]$/.test(word) || /^(?:he|she|they|it|who|which|that)$/.test(core)) spoken = false
    if (mine && core === mine.reflexive) out.push(lead + 'myself' + tail)
    else if (mine && mine.object === mine.possessive && core === mine.object) {
      const next = words[i + 1]
      const object = tail !== '' || next === undefined || afterObject.test(bare(next))
      out.push(lead + (object ? 'me' : 'my') + tail)
    } else if (mine && core === mine.object) out.push(lead + 'me' + tail)
    else if (mine && core === mine.possessive) out.push(lead + 'my' + tail)
    else out.push(word)
  }
  // What is left may be a second verb that ought to follow, or a plural: 'keeps bees and moths'. That can't be told here.
  if (/\b(?:and|or|but|then) (?:has|is|does|was not)\b/.test(out.join(' '))) return null
  if (
    /\b(?:and|or|but|then)\s+(?:\w+ly\s+)?\w{2,}(?<!s)(?<!u)(?<!i)s (?:the|an?|his|her|my|me|it|its|to|that|no|every|up|down)\b/.test(
      out.join(' ')
    )
  )
    return null
  if (present && /\b(?:and|or|but|then)\s+(?:\w+ly\s+)?\w{2,}(?<!s)(?<!u)(?<!i)s\b/.test(out.join(' '))) return null
  const text = out.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function startsClause(words: string[], at: number): boolean {
  const before = words[at - 1]
  if (before === undefined || /[,;:]$/.test(before)) return true
  return /^(?:and|but|or|when|while|because|that|until|since|where|if|as|so|before|after|though|although|what|how|once)$/i.test(
    before
  )
}

/** The form of a verb that goes with 'I'; null for a word that is none, as far as can be told. */
function conjugated(verb: string): string | null {
  const known = irregular[verb]
  if (known !== undefined) return known
  if (plain.has(verb) && verb !== 'knows') return verb
  if (/^(?:and|or|in|on|at|of|with|to|the|a|an|who|whose|that|from|for|as|by)$/.test(verb)) return null
  if (verb.endsWith('ies')) return verb.length > 4 ? verb.replace(/ies$/, 'y') : verb.replace(/s$/, '')
  if (/(?:sses|shes|ches|xes|zzes)$/.test(verb)) return verb.replace(/es$/, '')
  if (/ss$|us$/.test(verb)) return null
  return verb.replace(/s$/, '')
}

function aliasesOf(name: string): Set<string> {
  const words = name.split(/\s+/).map(bare)
  return new Set(words.filter((word) => word.length > 1 && !titles.test(word)))
}

/** Whose pronouns a text uses most; null where that is nobody's, or is 'they'. */
function pronounsOf(text: string): Pronouns | null {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const hers = count(/\b(?:she|her|herself)\b/gi)
  const his = count(/\b(?:he|him|his|himself)\b/gi)
  if (hers === his) return null
  return hers > his ? she : he
}

export const possessiveOf = (about: string): string => pronounsOf(about)?.possessive ?? 'their'

const bare = (word: string): string =>
  word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '').replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
const bareLength = (word: string): number => word.replace(/[^\p{L}]+$/u, '').length
