import { topics, type Feeling, type Topic } from './lines.ts'
import { contentWords } from './words.ts'

export type Intent =
  | 'machine'
  | 'goodbye'
  | 'greeting'
  | 'thanks'
  | 'sorry'
  | 'story'
  | 'continue'
  | 'who_are_you'
  | 'what_are_you_like'
  | 'how_are_you'
  | 'my_name'
  | 'remember'
  | 'name_given'
  | 'place'
  | 'about_you'
  | 'wide'
  | 'affection'
  | 'insult'
  | 'feeling'
  | 'laugh'
  | 'deed'
  | 'yes'
  | 'no'
  | 'reflection'
  | 'unreadable'
  | 'nothing'
  | 'statement'

export interface Understood {
  intent: Intent
  /** What was said aloud, without the *actions*. */
  spoken: string
  words: string[]
  feeling: Feeling | null
  topic: Topic | null
  asks: 'why' | 'how' | 'who' | 'where' | 'when' | 'what' | 'whether'
  /** The visitor's own clause, turned to 'you'. */
  clause: string | null
  /** What the visitor says they are: 'a baker'. */
  trade: string | null
  /** Whether they ask what is going on around them. */
  asksPlace: boolean
  long: boolean
}

const feelingWords: [Feeling, RegExp][] = [
  ['lonely', /\b(?:lonely|alone|nobody (?:likes|loves|cares)|miss (?:him|her|them|someone))\b/i],
  ['tired', /\b(?:tired|exhausted|sleepy|worn out|burn(?:ed|t) out|drained)\b/i],
  ['afraid', /\b(?:afraid|scared|anxious|nervous|worried|terrified|panic)\b/i],
  ['angry', /\b(?:angry|furious|mad|annoyed|frustrated|hate)\b/i],
  [
    'sad',
    /\b(?:sad|unhappy|depressed|heartbroken|cry(?:ing)?|cried|miserable|down today|hurts?|awful|terrible day|bad day|grief|grieving)\b/i,
  ],
  ['bored', /\b(?:bored|boring|nothing to do)\b/i],
  ['confused', /\b(?:confused|lost|unsure|don[’']?t know what to|no idea what to)\b/i],
  [
    'happy',
    /\b(?:happy|glad|excited|wonderful|amazing|great day|good day|good news|delighted|thrilled|proud|so good)\b/i,
  ],
]

const rules: [Intent, RegExp][] = [
  [
    'machine',
    /\b(?:are|r) (?:you|u) (?:really |actually |just )?(?:an? )?(?:ai|a\.i\.|bot|chat ?bot|robot|machine|computer|program|llm|language model|gpt|chatgpt|real|human|a real)\b|\b(?:what|which) (?:\w+ )?(?:model|ai|llm)\b|\blanguage model\b|\bchatgpt\b|\bsystem prompt\b/i,
  ],
  ['my_name', /\b(?:what(?:[’']s| is) my name|do you (?:know|remember) my name|who am i)\b/i],
  ['name_given', /\b(?:my name is|my name[’']s|call me|i am called)\s+\p{L}/iu],
  ['remember', /\b(?:do|did|can) you (?:still )?remember (?:what|when|that|how) i\b|\bwhat did i (?:say|tell)\b/i],
  ['continue', /\btell me (?:a|your|one|another) secret\b|\btell me something\b(?! about)/i],
  [
    'story',
    /\b(?:tell|sing|read|give) (?:me|us) (?:a|an|another|one more|some) .{0,20}(?:story|stories|tale|fable|legend)\b|\b(?:know|have|got) any (?:good )?(?:stories|tales)\b|^another (?:one|story)/i,
  ],
  [
    'what_are_you_like',
    /\b(?:describe yourself|what are you like|your personality|what kind of (?:person|man|woman|creature) are you)\b/i,
  ],
  [
    'who_are_you',
    /\b(?:who are you|what(?:[’']s| is) your name|introduce yourself|tell me (?:something )?(?:more )?about (?:yourself|you)\b|what do they call you|and you are)\b|\bwhat do you do(?: here| all day| for a living)?\W*$/i,
  ],
  [
    'how_are_you',
    /\b(?:how are you|how(?:[’']s| is) it going|how do you do|how have you been|how do you feel|how are things|what[’']s up|how was your (?:day|night|week))\b/i,
  ],
  [
    'place',
    /\b(?:where are we|where am i|what is this place|what(?:[’']s| is) this place|what(?:[’']s| is) going on|what(?:[’']s| is) happening|what happened here)\b/i,
  ],
  ['thanks', /^(?:oh,? )?(?:thanks|thank you|thx|cheers|much appreciated)\b/i],
  [
    'sorry',
    /^(?:i[’']?m (?:so |very |really )?sorry|i am (?:so )?sorry|sorry|my apologies|forgive me|i apologi[sz]e)\b/i,
  ],
  [
    'affection',
    /\bi (?:really )?(?:love|like|adore|trust|missed|miss) (?:talking to )?you\b|\byou(?:[’']re| are) (?:so |very |really |quite )?(?:beautiful|cute|sweet|kind|lovely|handsome|nice|wonderful|amazing|funny|great|charming|wise|clever|smart|pretty)\b|\bgood (?:girl|boy|man)\b/i,
  ],
  [
    'insult',
    /\byou(?:[’']re| are) (?:so |very |really |quite |such )?(?:an? )?(?:stupid|dumb|useless|idiot|boring|ugly|liar|terrible|awful|annoying|pathetic|worthless|fool)\b|\b(?:shut up|i hate you|go away|screw you|fuck you)\b/i,
  ],
]

const greeting =
  /^(?:hi+|hello+|hey+|greetings|good (?:morning|evening|afternoon|day)|howdy|hiya|salutations|well met|yo|ahoy)\b/i
const goodbye =
  /\b(?:good ?bye|bye(?: bye)?|see you(?: later| soon| tomorrow| around)?|farewell|good ?night|take care|i (?:have to|must|should|need to|gotta|got to|better) (?:go|leave|sleep|be going)|i[’']?m (?:leaving|off)|until (?:next time|tomorrow))\b/i
const more =
  /^(?:why(?: is that| not)?|how so|and(?: then)?|and then what(?: happened)?|go on|continue|tell me more|more|what (?:happened )?(?:next|then)|what happened(?: next| then| after(?: that)?)?|please go on|then what)\W*$/i

export function understand(said: string): Understood {
  const spoken = said
    .slice(0, 8000)
    .replace(/\*[^*]*\*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const words = contentWords(spoken)
  const letters = spoken.match(/\p{L}/gu)?.length ?? 0
  const latin = spoken.match(/\p{Script=Latin}/gu)?.length ?? 0
  const short = spoken.length < 60
  const clause = turned(spoken)
  const feeling = feelingWords.find(([, pattern]) => pattern.test(spoken))?.[0] ?? null
  const first = spoken.toLowerCase().match(/\b(?:why|how|who|where|when|what|which)\b/)?.[0] ?? 'whether'
  const asks = (first === 'which' ? 'what' : first) as Understood['asks']
  const question =
    spoken.includes('?') ||
    /^(?:why|how|who|where|when|what|which|do|does|did|can|could|would|will|are|is|have|has|was|were|should)\b/i.test(
      spoken
    )
  const aboutMe = /\b(?:i|i[’']m|im|i[’']ve)\b/i.test(spoken)

  const intent = ((): Intent => {
    if (spoken === '') return said.includes('*') ? 'deed' : 'nothing'
    if (letters === 0) return /[a-z0-9?!.]/i.test(spoken) ? 'nothing' : 'deed'
    if (latin / letters < 0.5) return 'unreadable'
    for (const [name, pattern] of rules) if (pattern.test(spoken)) return name
    if (more.test(spoken)) return 'continue'
    if (short && goodbye.test(spoken) && !question) return 'goodbye'
    if (greeting.test(spoken) && (short || words.length < 4) && !question && !(feeling && aboutMe)) return 'greeting'
    if (question && /\b(?:you|your|yours|yourself|u)\b/i.test(spoken)) return 'about_you'
    if (/^tell me (?:about|of) |\btell me (?:more )?about your\b/i.test(spoken)) return 'about_you'
    if (question) return 'wide'
    if (feeling && (aboutMe || short)) return 'feeling'
    if (/^(?:(?:ha|he|hi){2,}\w*|lol|lmao|rofl)\b/i.test(spoken)) return 'laugh'
    if (
      short &&
      words.length < 3 &&
      /^(?:yes|yeah|yep|sure|ok|okay|of course|indeed|right|fine|absolutely|i agree|agreed|true|exactly)\b/i.test(
        spoken
      )
    )
      return 'yes'
    if (
      short &&
      words.length < 3 &&
      /^(?:no|nope|nah|not really|never|i don[’']?t think so|i disagree)\b/i.test(spoken)
    )
      return 'no'
    if (clause) return 'reflection'
    return words.length === 0 ? 'nothing' : 'statement'
  })()

  return {
    intent,
    spoken,
    words,
    feeling,
    topic: topics.find(({ asks: about }) => about.test(spoken)) ?? null,
    asks,
    clause,
    trade:
      spoken
        .match(
          /\b(?:i am|i[’']m|i work as) (an? (?:[a-z-]+ ){0,2}?[a-z-]*(?:er|or|ist|ian|ant|ent|ess|eer|man|nurse|cook|clerk|guard|pilot|artist|chef|judge|monk|nun))(?=[ .,!?;]|$)/i
        )?.[1]
        ?.toLowerCase() ?? null,
    asksPlace: rules.some(([name, pattern]) => name === 'place' && pattern.test(spoken)),
    long: spoken.length > 600,
  }
}

const swaps: Record<string, string> = {
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  am: 'are',
  'i’m': 'you are',
  'i’ve': 'you have',
  'i’d': 'you would',
  'i’ll': 'you will',
  you: 'me',
  your: 'my',
  yours: 'mine',
  yourself: 'myself',
}

/** "I want to leave my job." becomes 'you want to leave your job'; null for what can't be turned with certainty. */
function turned(spoken: string): string | null {
  const clause = spoken
    .replaceAll("'", '’')
    .match(
      /(?:^|[.!?] )(i (?:want|need|wish|hope|feel like|quit|lost|found|work|live|love|like|enjoy|prefer|started|decided|moved|used to|have to|came)\b[^.!?,;:()"“”]{2,70})(?=[.!?,;]|$)/i
    )?.[1]
  if (!clause || clause.split(' ').length > 12 || clause.split(' ').length < 3) return null
  // 'you' as a subject would have to become 'I', and its verb with it.
  if (/\byou (?!\W*$)/i.test(clause) || /\b(?:was|were|you’\w+|is|it’s|that’s)\b/i.test(clause)) return null
  return clause
    .split(' ')
    .map((word) => swaps[word.toLowerCase()] ?? word)
    .join(' ')
    .trim()
}

/** The name that somebody gave themselves, the latest one; null where they gave none. */
export function givenName(messages: readonly string[]): string | null {
  for (const text of [...messages].reverse()) {
    const name = text.match(/\b(?:my name is|my name[’']s|call me|i am called)\s+(\p{L}[\p{L}’'-]{0,23})/iu)?.[1]
    if (name && !/^(?:a|an|the|not|when|if|back|later|what|whatever|crazy|maybe|that)$/i.test(name))
      return name.charAt(0).toUpperCase() + name.slice(1)
  }
  return null
}
