import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** The expressions of answers, beside the messages: most chats have none, and beginning or ending a reply must not read them. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'chat_expressions',
        `user_id uuid NOT NULL,
        message_id uuid NOT NULL,
        -- An alternate. As in chat_message_alternates, the id of the message for its first answer.
        answer_id uuid NOT NULL,
        label text NOT NULL CONSTRAINT chat_expressions_label_short CHECK (char_length(label) <= 40),
        author text NOT NULL CONSTRAINT chat_expressions_author_known CHECK (author IN ('words', 'model', 'user')),
        CONSTRAINT chat_expressions_pkey PRIMARY KEY (user_id, message_id, answer_id)`
      )
    )
  }

  override async down() {
    this.schema.raw('DROP TABLE chat_expressions')
  }
}
