import type { ChatExpressions } from '#modules/chat/api'
import type { Expression } from '#modules/gallery/api'
import { answer } from './check_answer.ts'

/** The expressions of all chats. */
export class FakeExpressions {
  readonly characters = new Map<string, Expression[] | null>()
  labels: ChatExpressions['labels'] = {}
  /** The label of an answer that has none. */
  byWords = 'joy'

  set(characterId: string, ...names: string[]) {
    this.characters.set(
      characterId,
      names.map((name) => ({ name, address: `/pictures/uploads/${name}.webp` }))
    )
  }

  /** Returns undefined for other calls. */
  answer(method: string, { pathname }: URL, body: unknown): Response | undefined {
    const [, , collection, id = '', verb] = pathname.split('/')
    if (collection === 'chats' && verb === 'expressions') {
      const characters = [...this.characters].map(([id, expressions]) => ({ id, expressions }))
      return answer('ChatExpressions', { characters, labels: this.labels })
    }
    if (collection !== 'messages' || verb !== 'expression') return undefined
    const { answerId = id, label = this.byWords } = body as { answerId?: string; label?: string }
    if (method === 'PUT' || !(answerId in this.labels)) this.labels = { ...this.labels, [answerId]: label }
    return answer('AnswerExpression', { label: this.labels[answerId]! })
  }
}
