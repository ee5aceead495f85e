import {
  fillMacros,
  hasMacros,
  macroLimits,
  type MacroRoom,
  type MacroTarget,
  type MacroValues,
} from '#modules/kernel/macros'

/** The values of the macros of a chat. Shared with the browser. */
export interface MacroScope {
  char: string
  user: string
  /** Seeds {{pick}}. */
  chatId: string | null
  /** The reader's time zone. Null: times are not filled in. */
  timeZone: string | null
  /** Texts of the character and the user as written, by the lower-case names of their macros. */
  texts?: Readonly<Record<string, string | undefined>>
  /** The length that the macros of all texts may still read and add, in UTF-16 units. Without it, each text has a limit of its own. */
  room?: MacroRoom
}

export interface MacroMessage {
  /** Null while it isn't known. Then dice are not filled in. */
  id: string | null
  isUser: boolean
  content: string
  /** The time in milliseconds since 1970. Null while it isn't known. Then times are not filled in. */
  at: number | null
}

/** Returns the earlier messages, newest first. */
type Earlier = () => Iterable<MacroMessage>

const none: Earlier = () => []

/** Returns the texts of a character sheet and a persona that macros insert. Cards call the backstory their description. */
export const scopeTexts = (
  sheet: Partial<Record<'backstory' | 'personality' | 'scenario' | 'exampleDialogue', string | null>>,
  persona: { description: string; personality: string; background: string }
) => ({
  description: sheet.backstory ?? undefined,
  personality: sheet.personality ?? undefined,
  scenario: sheet.scenario ?? undefined,
  mesexamples: sheet.exampleDialogue ?? undefined,
  persona: [persona.description, persona.personality, persona.background].filter((text) => text.trim()).join('\n'),
})

/** Fills in the macros of a message. Its id seeds the dice, and its times are the time at which it was written. */
export const fillMessage = (
  message: MacroMessage,
  scope: MacroScope,
  target: MacroTarget,
  earlier: Earlier = none
): string =>
  hasMacros(message.content)
    ? fillMacros(message.content, valuesOf(scope, target, { seed: message.id, at: message.at, earlier }), target)
    : message.content

export interface MacroMoment {
  /** Seeds random and roll. */
  seed: string | null
  at: number | null
  earlier: Earlier
  /** The messages that {{idle_duration}} looks at; `earlier` by default. */
  idleSince?: Earlier
}

/** Returns the values of macros for a text at a moment of the chat. */
export const valuesOf = (
  scope: MacroScope,
  target: MacroTarget,
  { seed, at, earlier, idleSince = earlier }: MacroMoment
): MacroValues => {
  const { char, user, chatId, timeZone, texts, room = { left: macroLimits.added } } = scope
  const values: MacroValues = { char, user, seed, chatSeed: chatId, at, timeZone, room }
  const inserted = ({ length }: string, fill: () => string) => {
    if (length > room.left) return undefined
    room.left -= length
    return fill()
  }
  const lastOf = (isMeant: (message: MacroMessage) => boolean) => {
    for (const message of earlier())
      if (isMeant(message))
        return inserted(message.content, () => fillMessage(message, { ...scope, texts: {}, room }, target))
    return undefined
  }
  values.text = (name) => {
    if (name === 'lastmessage') return lastOf(() => true)
    if (name === 'lastusermessage') return lastOf(({ isUser }) => isUser)
    if (name === 'lastcharmessage') return lastOf(({ isUser }) => !isUser)
    const text = texts && Object.hasOwn(texts, name) ? texts[name] : undefined
    // Leaves out further texts, so that two of them can't contain each other.
    return text === undefined
      ? undefined
      : inserted(text, () => fillMacros(text, { ...values, text: undefined }, target))
  }
  values.idleMs = () => {
    if (at === null || idleSince === none) return undefined
    for (const message of idleSince()) if (message.isUser) return message.at === null ? undefined : at - message.at
    return null
  }
  return values
}

/** The newest message of each author, for texts that are filled in the order of a chat. */
export class RecentMessages {
  #newest: MacroMessage[] = []

  push(message: MacroMessage) {
    this.#newest = [message, ...this.#newest.filter(({ isUser }) => isUser !== message.isUser)]
  }

  readonly newestFirst: Earlier = () => this.#newest
}
