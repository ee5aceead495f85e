import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { AnswerQuotes, type QuotedMessage } from './ports.ts'

interface Row extends QuotedMessage {
  characterId: string
}

@inject()
export class ReadQuotes extends AnswerQuotes {
  constructor(private readonly db: Database) {
    super()
  }

  async read(userId: string, messageId: string, { before, charactersMax }: { before: number; charactersMax: number }) {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT message.id, message.author_id IS NOT NULL AS "isUser", message.speaker,
         left(message.content, :charactersMax::int) AS content,
         coalesce(answer.character_id, session.character_id) AS "characterId"
       FROM chat_messages answer
       JOIN chat_sessions session ON session.user_id = answer.user_id AND session.id = answer.chat_session_id
       JOIN chat_messages message ON message.user_id = answer.user_id AND message.chat_session_id = answer.chat_session_id
         AND message.position <= answer.position AND message.deleted_at IS NULL
       WHERE answer.user_id = :userId AND answer.id = :messageId::uuid AND answer.author_id IS NULL AND answer.deleted_at IS NULL
         AND session.deleted_at IS NULL
       ORDER BY message.position DESC LIMIT :count::int`,
      { userId, messageId, charactersMax, count: before + 1 }
    )
    const [answer] = rows
    if (!answer || answer.id !== messageId) return null
    const messages = rows.toReversed().map(({ id, isUser, speaker, content }) => ({ id, isUser, speaker, content }))
    return { characterId: answer.characterId, messages }
  }
}
