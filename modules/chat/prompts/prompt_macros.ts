import { fillMacros, hasMacros } from '#modules/kernel/macros'
import { trimmed } from '#modules/kernel/text'
import type { PromptInput, PromptMessage } from './prompt_input.ts'
import { fillMessage, RecentMessages, scopeTexts, valuesOf, type MacroMessage, type MacroScope } from './chat_macros.ts'
import { clipText } from './clip_text.ts'
import { readableSheet, readsAll } from './hidden_texts.ts'
import { inertName } from './inert_text.ts'

export interface Names {
  char: string
  user: string
}

const nameTokensMax = 60
/** The length that the macros of all readable texts of a prompt may add, in UTF-16 units. Hidden texts have the same for themselves. */
const macroRoom = 1_000_000

export const nameOf = (name: string) => clipText(inertName(name), nameTokensMax)

/** Returns the line of another character of a group without its description. */
export const nameOnly = (name: string) => `- ${nameOf(name)}`

export type PromptFillers<Message extends PromptMessage = PromptMessage> = ReturnType<typeof macrosOf<Message>>

/**
 * Returns functions that fill in the macros of a prompt for the model. Only hidden texts are filled with texts that the user may not read.
 */
export const macrosOf = <Message extends PromptMessage>({
  sheet,
  readable = readsAll,
  persona,
  others = [],
  history,
  macros,
}: Pick<PromptInput<Message>, 'sheet' | 'readable' | 'persona' | 'others' | 'history' | 'macros'>) => {
  const names: Names = { char: nameOf(sheet.nickname || sheet.name), user: nameOf(persona.name) }
  /** Another character's texts may not insert those of this one. */
  const otherScope = (name: string): MacroScope => ({ ...scope, char: nameOf(name), texts: {} })
  const scopeOf = (readSheet: typeof sheet): MacroScope => ({
    char: names.char,
    user: names.user,
    chatId: macros?.chatId ?? null,
    timeZone: macros?.timeZone ?? null,
    texts: scopeTexts(readSheet, persona),
    room: { left: macroRoom },
  })
  const scope = scopeOf(readableSheet(sheet, readable))
  const hiddenScope = scopeOf(sheet)
  const messages = history.map(({ id = null, isUser, content, at = null }): MacroMessage => ({
    id,
    isUser,
    content,
    at,
  }))
  const newestFirst = messages.toReversed()
  const otherNames = others.map(({ name }) => nameOf(name))
  const group = [names.char, ...otherNames].join(', ')
  // Messages don't get `model`, because their readers can't see which model is used.
  const texts = {
    model: macros?.model,
    original: '',
    group,
    charifnotgroup: group,
    notchar: [...otherNames, names.user].join(', '),
  }
  const fillWith = (scope: MacroScope, text: string, more: Record<string, string> = {}) => {
    // Most texts have none, and their values would be made for each.
    if (!hasMacros(text)) return trimmed(text)
    const values = valuesOf({ ...scope, texts: { ...scope.texts, ...texts, ...more } }, 'model', {
      seed: macros?.seed ?? null,
      at: macros?.at ?? null,
      earlier: () => newestFirst,
      // Skips the message that this prompt answers, because the user was idle before it.
      idleSince: () => newestFirst.slice(1),
    })
    return trimmed(fillMacros(text, values, 'model'))
  }
  /** Returns the name of the other character that wrote a message of a group chat. Null for other messages. */
  const otherSpeaker = ({ isUser, speaker }: Message): string | null =>
    isUser || !speaker || speaker === sheet.name || nameOf(speaker) === names.char ? null : nameOf(speaker)
  return {
    names,
    otherSpeaker,
    fill: (text: string) => fillWith(scope, text),
    /** Fills a text that the user may not read. */
    fillHidden: (text: string) => fillWith(hiddenScope, text, { original: '' }),
    /** Fills a text of another character of the group. */
    fillOther: (name: string, text: string, isHidden: boolean) =>
      fillWith({ ...otherScope(name), room: (isHidden ? hiddenScope : scope).room }, text, { original: '' }),
    /** Fills a text that may insert the platform's own text with {{original}}. */
    fillOriginal: (text: string, original: string) => fillWith(scope, text, { original }),
    /** Fills the messages. A message without visible text gets an empty text. */
    fillHistory: () => {
      const recent = new RecentMessages()
      return history.map((message, index) => {
        // Readers see an imported message with the name of the chat's character, too.
        const char = (message.characterId === null ? null : otherSpeaker(message)) ?? names.char
        const text = trimmed(fillMessage(messages[index]!, { ...scope, char }, 'model', recent.newestFirst))
        recent.push(messages[index]!)
        return { message, text }
      })
    },
  }
}
