import type { Character } from '#modules/gallery/api'

/** The suggested first messages of each kind, by category or tag. */
const startersOf: Record<string, { action: string; question: string }> = {
  fantasy: {
    action: '*I look around, wide-eyed.* So this place is real.',
    question: 'What should I know about this place?',
  },
  adventure: {
    action: '*I tighten my pack and nod.* Lead the way.',
    question: 'What’s the plan, and how risky is it?',
  },
  'sci-fi': {
    action: '*I lean in to see.* Show me what you’ve found.',
    question: 'What’s our situation?',
  },
  mystery: {
    action: '*I lower my voice.* Start at the beginning.',
    question: 'What do we know so far?',
  },
  romance: {
    action: '*I smile and step closer.* I hoped you’d be here.',
    question: 'What’s on your mind?',
  },
  comedy: {
    action: '*I look at you, then at the door.* Go on.',
    question: 'Do I even want to know?',
  },
  drama: {
    action: '*I sit down across from you.* Take your time.',
    question: 'How long have you carried this?',
  },
  anime: {
    action: '*I catch my breath and grin.* Okay. I’m in.',
    question: 'Wait, what did I just walk into?',
  },
}
const usual = {
  action: '*I sit down next to you.* I’m all ears.',
  question: 'What were you doing before I came in?',
}

/** An answer that fits every question that a character may begin with. */
const answerToQuestion = 'That depends. Why do you ask?'

/** Longer names are left out, so that the three messages have the same height. */
const nameMax = 24

/** An article or a title before a name. */
const title =
  /^(the|mr|mrs|ms|miss|sir|dame|lady|lord|madame?|dr|doctor|prof|professor|captain|king|queen|prince|princess|inspector|constable|detective|father|mother|sister|brother)\b/i

interface Names {
  character: string
  /** Null while the user has no name. */
  user: string | null
}

/** Returns three first messages to choose from: an action, a question and a greeting. The same for the same character and names. */
export function replyStarters(
  { category, tags, firstMessage, greeting }: Pick<Character, 'category' | 'tags' | 'firstMessage' | 'greeting'>,
  { character, user }: Names
): string[] {
  const kind = [category, ...tags].map((chip) => chip.toLowerCase()).find((chip) => Object.hasOwn(startersOf, chip))
  const { action, question } = kind === undefined ? usual : startersOf[kind]!
  const asks = /\?["'”’*\s]*$/.test(firstMessage ?? greeting ?? '')
  const [first = character] = character.split(' ')
  const called = title.test(character) ? character : first
  const hello = called.length > nameMax ? 'Hi' : `Hi, ${called}`
  return [
    action,
    asks ? answerToQuestion : question,
    user === null ? `${hello}. Good to meet you.` : `${hello}. I’m ${user}.`,
  ]
}
