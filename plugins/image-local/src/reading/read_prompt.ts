import { colour, type Colour } from '../craft/colour.ts'
import * as lists from './vocabulary.ts'
import type { Landmark, Mood, Place, Role, Species, Time, Weather } from './vocabulary.ts'

/** Who is to be seen: a person in a role, an animal, or one with the head of the other. */
export interface Somebody {
  role: Role | null
  species: Species | null
}

/** What was understood of a prompt. Everything may be missing. */
export interface Reading {
  /** In the order of the words. */
  places: Place[]
  /** In the order of the words, at most two. */
  landmarks: Landmark[]
  time: Time | null
  weather: Set<Weather>
  moods: Set<Mood>
  /** In the order of the words, at most two. */
  somebody: Somebody[]
  colours: Colour[]
  /** The colour of somebody's hair or fur. */
  hair: Colour | null
  isPortrait: boolean
  /** Whether any word was known at all. */
  isKnown: boolean
}

/** More than anybody describes; what comes after it still seeds the chance. */
const wordsMax = 600

interface Sense {
  list: 'place' | 'landmark' | 'time' | 'weather' | 'mood' | 'species' | 'role' | 'colour'
  name: string
}

/** Without what an emoji's look or skin is told by. */
const plain = (text: string) => text.replace(/\ufe0f|\p{Emoji_Modifier}/gu, '')

const senses = new Map<string, Sense[]>()
const learn = (list: Sense['list'], entries: Record<string, string>) => {
  for (const [name, words] of Object.entries(entries)) {
    for (const word of plain(words).split(' ')) {
      const known = senses.get(word) ?? []
      if (!known.some((sense) => sense.list === list)) senses.set(word, [...known, { list, name }])
    }
  }
}
learn('place', lists.places)
learn('landmark', lists.landmarks)
learn('time', lists.times)
learn('weather', lists.weathers)
learn('mood', lists.moods)
learn('species', lists.species)
learn('role', lists.roles)
learn('colour', lists.colours)

export function readPrompt(prompt: string): Reading {
  const words = wordsOf(prompt)
  const reading: Reading = {
    places: [],
    landmarks: [],
    time: null,
    weather: new Set(),
    moods: new Set(),
    somebody: [],
    colours: [],
    hair: null,
    isPortrait: false,
    isKnown: false,
  }
  const implied: Place[] = []
  let lastAt = -9
  for (const [at, word] of words.entries()) {
    if (lists.unless.has(words[at - 1] ?? '')) continue
    if (lists.portraitWords.has(word) || (word === 'up' && words[at - 1] === 'close')) reading.isPortrait = true
    // What is written with hyphens in the lists may be written in any way.
    const [pair, triple] = [`${words[at - 1]}-${word}`, `${words[at - 2]}-${words[at - 1]}-${word}`]
    const known = [...sensesOf(word), ...(senses.get(pair) ?? []), ...(senses.get(triple) ?? [])]
    for (const { list, name } of known) {
      reading.isKnown = true
      if (list === 'place') {
        // A ship says that there is a sea; who names the place says it better.
        if (known.some((sense) => sense.list === 'landmark')) implied.push(name as Place)
        else reading.places.push(name as Place)
      } else if (list === 'landmark') {
        if (reading.landmarks.length < 2 && !reading.landmarks.includes(name as Landmark))
          reading.landmarks.push(name as Landmark)
      } else if (list === 'time') reading.time ??= name as Time
      else if (list === 'weather') reading.weather.add(name as Weather)
      else if (list === 'mood') reading.moods.add(name as Mood)
      else if (list === 'colour') {
        const next = words.slice(at + 1, at + 3)
        if (next.includes('hair') || next.includes('haired')) reading.hair = colour(name)
        else if (!next.includes('eyes') && !next.includes('eyed')) reading.colours.push(colour(name))
      } else if (list === 'species' || !isBuilt(words[at + 1])) {
        meet(reading.somebody, list, name, at - lastAt <= 1)
        lastAt = at
      }
    }
  }
  if (reading.places.length === 0) reading.places = implied
  if (reading.isPortrait && reading.somebody.length === 0) reading.somebody.push({ role: 'person', species: null })
  return reading
}

/** Emoji that are joined to one count as one where that is known, else as its parts: a woman and a rocket are an astronaut. */
const wordsOf = (prompt: string): string[] => {
  const found = plain(prompt.toLowerCase()).match(
    /\p{L}+(?:['’]\p{L}+)*|\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic})*/gu
  )
  return (found ?? []).slice(0, wordsMax).flatMap((word) => (senses.has(word) ? word : word.split('\u200d')))
}

/** Beside one another, an animal and a role are one: a fox witch. A role says more than that it is a woman. */
function meet(somebody: Somebody[], list: 'species' | 'role', name: string, isBeside: boolean): void {
  const last = somebody.at(-1)
  const isPlain = (role: Role | null) => role === 'woman' || role === 'man' || role === 'person'
  if (list === 'role') {
    const role = name as Role
    if (last?.species && last.role === null && isBeside) last.role = role
    else if (last?.role && (isPlain(role) || last.role === role)) return
    else if (last?.role && isPlain(last.role)) last.role = role
    else if (somebody.length < 2) somebody.push({ role, species: null })
  } else {
    const one = name as Species
    if (last?.species === one) return
    if (last?.role && last.species === null && isBeside) last.species = one
    else if (somebody.length < 2) somebody.push({ role: null, species: one })
  }
}

/** A pirate before 'ship' is no pirate. */
const isBuilt = (next: string | undefined) =>
  next !== undefined && sensesOf(next).some(({ list }) => list === 'landmark' || list === 'place')

function sensesOf(word: string): readonly Sense[] {
  const plain = word.replace(/['’]s$/, '')
  return (
    senses.get(plain) ?? (plain.length > 3 && plain.endsWith('s') ? senses.get(plain.slice(0, -1)) : undefined) ?? []
  )
}
