import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { CurrentUser, Persona, StoredPersona } from '#modules/accounts/index'
import { Gallery } from '#modules/gallery/index'
import { fillMacros } from '#modules/kernel/macros'
import { LoreChats, type LoreChat } from '#modules/lore/index'
import {
  compositionOf,
  fillMessage,
  hundredthsOf,
  type MacroScope,
  personaColumn,
  personaOf,
  RecentMessages,
  scenarioColumn,
  scopeTexts,
  valuesOf,
} from '../prompts/index.ts'
import { storeOpening } from '../replies/index.ts'

/** Limits the messages that are read to about as many as the lore engine uses. */
const messagesMax = 1_000
const bytesMax = 1_048_576
/** The length that the macros of all messages, keys and texts may add, in UTF-16 units. */
const macroRoom = 1_000_000

interface ChatRow {
  persona: StoredPersona | null
  scenario: string | null
  /** Null for a group chat. */
  character_id: string | null
  character_version: number | null
  message_count: number
  answer_count: number
}

interface MessageRow {
  id: string
  is_user: boolean
  speaker: string | null
  content: string
  created_at: Date
}

/** Reads a chat for the entries of lorebooks, with the macros of its messages filled in as in a prompt. */
@inject()
export class ReadLoreChat extends LoreChats {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery
  ) {
    super()
  }

  async read(user: CurrentUser, sessionId: string): Promise<LoreChat | null> {
    await storeOpening(this.db.connection(), user.id, sessionId)
    const { rows } = await this.db.rawQuery<{ rows: ChatRow[] }>(
      `SELECT character_id, character_version, count.message_count, count.answer_count,
         ${personaColumn('session.id', ':userId::uuid')} AS persona,
         ${scenarioColumn('session.id', ':userId::uuid')} AS scenario
       FROM chat_sessions AS session CROSS JOIN LATERAL (
         SELECT count(*)::int AS message_count, count(*) FILTER (WHERE author_id IS NULL)::int AS answer_count
         FROM chat_messages WHERE user_id = :userId::uuid AND chat_session_id = session.id AND deleted_at IS NULL
       ) AS count
       WHERE session.user_id = :userId::uuid AND session.id = :sessionId::uuid AND session.deleted_at IS NULL`,
      { userId: user.id, sessionId }
    )
    const [chat] = rows
    // A group chat has no single character whose texts could be tested.
    if (!chat?.character_id) return null
    const view = await this.gallery.find(chat.character_id, user)
    if (view?.kind !== 'visible') return null
    const persona = personaOf(user, chat)
    const scope: MacroScope = {
      char: await this.gallery.charOf(view, chat.character_version),
      user: persona.name,
      chatId: sessionId,
      timeZone: null,
      texts: scopeTexts({ ...view.character, ...(chat.scenario !== null && { scenario: chat.scenario }) }, persona),
      room: { left: macroRoom },
    }
    const recent = new RecentMessages()
    const messages = (await this.#newestMessages(user.id, sessionId)).map((row) => {
      const message = { id: row.id, isUser: row.is_user, content: row.content, at: row.created_at.getTime() }
      const text = fillMessage(message, scope, 'model', recent.newestFirst)
      recent.push(message)
      return { name: row.speaker ?? (row.is_user ? scope.user : scope.char), text, isAnswer: !row.is_user }
    })
    const at = { seed: sessionId, at: null, earlier: recent.newestFirst }
    return {
      messages,
      context: {
        chatLength: chat.message_count,
        answers: chat.answer_count,
        names: [view.character.name],
        tags: view.character.tags,
        sources: await this.#sources(user, persona, chat.character_id, chat.scenario),
      },
      fill: (text) => fillMacros(text, valuesOf(scope, 'model', at), 'model'),
    }
  }

  countTokens(text: string) {
    return Math.ceil(hundredthsOf(compositionOf(text)) / 100)
  }

  /** Reads the newest messages, oldest first. */
  async #newestMessages(userId: string, sessionId: string): Promise<MessageRow[]> {
    const { rows } = await this.db.rawQuery<{ rows: MessageRow[] }>(
      `SELECT id, is_user, speaker, content, created_at FROM (
         SELECT id, position, author_id IS NOT NULL AS is_user, speaker, content, created_at,
           sum(octet_length(content)) OVER (ORDER BY position DESC) AS bytes
         FROM (
           SELECT * FROM chat_messages
           WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND deleted_at IS NULL AND hidden_at IS NULL
           ORDER BY position DESC LIMIT ${messagesMax}
         ) AS newest
       ) AS sized
       WHERE bytes <= ${bytesMax} ORDER BY position`,
      [userId, sessionId]
    )
    return rows
  }

  /** Reads the further texts in which entries look for keys. Texts that the user may not read are empty. */
  async #sources(
    user: CurrentUser,
    persona: Persona,
    characterId: string,
    scenario: string | null
  ): Promise<LoreChat['context']['sources']> {
    const character = await this.gallery.findDetails(characterId, user)
    return {
      personaDescription: persona.description,
      characterDescription: character?.backstory ?? '',
      characterPersonality: character?.personality ?? '',
      characterDepthNote: character?.depthNote?.text ?? '',
      scenario: scenario ?? character?.scenario ?? '',
      creatorNotes: character?.creatorNotes?.text ?? '',
    }
  }
}
