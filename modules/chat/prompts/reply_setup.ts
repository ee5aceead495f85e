import { toPersona, type CurrentUser, type Persona, type StoredPersona } from '#modules/accounts/index'
import type { Sampling } from '#plugins/contract/model'
import { samplingOf, type SamplingChoice } from '#plugins/contract/sampling'
import type { AuthorsNote, ReplyLength } from './api.ts'
import type { OwnText, Readable } from './hidden_texts.ts'
import type { PinDepths, PromptInput } from './prompt_input.ts'

/** The settings of a chat that apply to its replies. */
export interface ReplySetup {
  note: AuthorsNote | null
  /** The chat's own texts instead of the character's. */
  scenario: string | null
  systemPrompt: string | null
  /** The number of the user's message that the reply answers. Only known if the note depends on it. */
  turn: number
  personaId: string | null
  /** Null: the default persona, also when it is the chosen one or the chosen one was deleted. */
  persona: StoredPersona | null
  length: ReplyLength | null
  /** The chat's sampling parameters, and the user's for those that the chat doesn't set. */
  sampling: Sampling
  /** Leaves out an unfinished sentence at the end of a cut answer. */
  endsWhole: boolean
  /** The regex scripts of the character change the messages of prompts. */
  runsScripts: boolean
  /** The depths of the pins that are placed among the messages, by the texts of the pins. */
  pinDepths: PinDepths | null
  /** Null without a summary, and while summaries are off. `position`: the position of the last message that it covers. */
  summary: { text: string; upTo: string | null; position: number } | null
  /** Whether a picture was ever shown in the chat. */
  hasPictures?: boolean
}

/** The column of the statements that begin replies. Null for a chat without settings, like most chats. */
export interface SetupRow {
  setup: {
    note: AuthorsNote | null
    scenario?: string | null
    system_prompt?: string | null
    /** The number of the user's messages. Null if it isn't needed. */
    said: number | null
    persona_id: string | null
    persona: StoredPersona | null
    length: ReplyLength | null
    sampling: SamplingChoice | null
    ends_whole?: boolean
    runs_scripts?: boolean
    pin_depths?: PinDepths | null
    has_pictures?: boolean
    is_summary_on?: boolean
    is_summary_frozen?: boolean
    summary_text?: string | null
    summary_up_to?: string | null
    summary_position?: number | null
  } | null
}

/**
 * SQL for the column of a `SetupRow`. Needs one lookup by the primary key, and another one for a persona. If the note is only in some
 * prompts, counts the user's messages up to a position.
 */
export const setupColumn = (session: string, user: string, upTo = '2147483647') =>
  `(SELECT to_jsonb(chat_settings) || jsonb_build_object('persona', accounts_persona(${user}, persona_id),
     'said', CASE WHEN (note ->> 'every')::int > 1 THEN (
      SELECT count(*) FROM chat_messages
      WHERE user_id = ${user} AND chat_session_id = ${session} AND position <= ${upTo} AND author_id IS NOT NULL AND deleted_at IS NULL
    ) END) FROM chat_settings WHERE user_id = ${user} AND chat_session_id = ${session})`

/** SQL for the chat's own scenario alone. */
export const scenarioColumn = (session: string, user: string) =>
  `(SELECT scenario FROM chat_settings WHERE user_id = ${user} AND chat_session_id = ${session})`

/** SQL for the persona of a chat alone, for `personaOf`. */
export const personaColumn = (session: string, user: string) =>
  `(SELECT accounts_persona(${user}, persona_id) FROM chat_settings WHERE user_id = ${user} AND chat_session_id = ${session})`

/** Returns the user's persona in a chat. */
export const personaOf = (user: CurrentUser, { persona }: { persona: StoredPersona | null }): Persona =>
  persona ? toPersona(user, persona) : user.persona

/** Converts a row to the settings of a reply. `isSaved`: the row has counted the message that the reply answers. */
export const setupOf = (
  { setup }: SetupRow,
  { user, isSaved }: { user: Pick<CurrentUser, 'sampling'>; isSaved: boolean }
): ReplySetup => ({
  note: setup?.note ?? null,
  scenario: setup?.scenario ?? null,
  systemPrompt: setup?.system_prompt ?? null,
  turn: (setup?.said ?? 0) + (isSaved ? 0 : 1),
  personaId: setup?.persona_id ?? null,
  persona: setup?.persona ?? null,
  length: setup?.length ?? null,
  sampling: { ...samplingOf(user.sampling), ...samplingOf(setup?.sampling) },
  endsWhole: setup?.ends_whole ?? false,
  runsScripts: setup?.runs_scripts ?? true,
  pinDepths: setup?.pin_depths ?? null,
  summary:
    setup?.summary_text && setup.is_summary_on
      ? { text: setup.summary_text, upTo: setup.summary_up_to ?? null, position: setup.summary_position! }
      : null,
  ...(setup?.has_pictures && { hasPictures: true }),
})

/** Returns the part of the prompt input that the settings determine for this reply. */
export const setupTexts = ({
  note,
  turn,
  length,
  pinDepths,
  summary,
}: ReplySetup): Pick<PromptInput, 'note' | 'length' | 'pinDepths' | 'summary'> => ({
  note: note && turn % note.every === 0 ? { text: note.text, depth: note.depth, role: note.role } : null,
  length: typeof length === 'string' ? length : null,
  pinDepths,
  summary,
})

/** Returns a sheet with the chat's own texts instead of the character's. The user may read these, whatever the character hides. */
export const withChatTexts = <Sheet extends PromptInput['sheet']>(
  { sheet, readable }: { sheet: Sheet; readable: Readable },
  { scenario, systemPrompt }: Pick<ReplySetup, OwnText>
): { sheet: Sheet & Pick<PromptInput['sheet'], 'ofCharacter'>; readable: Readable } => {
  const texts = Object.fromEntries(Object.entries({ scenario, systemPrompt }).filter(([, text]) => text !== null))
  const own = Object.keys(texts) as OwnText[]
  if (own.length === 0) return { sheet, readable }
  return { sheet: { ...sheet, ...texts, ofCharacter: sheet }, readable: { ...readable, own } }
}

/** Returns the maximum tokens of the reply. The prompt leaves room for the maximum of the tier, whatever the settings are. */
export const outputTokensOf = (tier: { outputTokensMax: number }, { length }: ReplySetup): number =>
  typeof length === 'number' ? Math.min(length, tier.outputTokensMax) : tier.outputTokensMax
