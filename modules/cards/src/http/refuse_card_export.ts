import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import type { CardExportRefusal } from '../exports/export_card.ts'
import type { OwnCardsRefusal } from '../exports/export_own_cards.ts'
import { refuseForNow } from './refuse_for_now.ts'

type Refusal = CardExportRefusal | OwnCardsRefusal | { kind: 'too_many'; retryAfterSeconds: number }

const busySeconds = 10

/** Sends the error response for a refused export. */
export const refuseCardExport = (ctx: HttpContext, refusal: Refusal): void => {
  switch (refusal.kind) {
    case 'unknown':
      return problem(ctx, 404, 'not_found', 'This character doesn’t exist, or you can’t see it.')
    case 'adult_gate':
      return problem(ctx, 403, 'adult_gate', 'Adult Content: enable it in Settings')
    case 'not_allowed':
      return problem(ctx, 403, 'card_not_allowed', 'This character’s creator doesn’t share its card.')
    case 'too_large':
      return problem(
        ctx,
        422,
        'too_large',
        'This character is too large for a card. Download its lorebooks one by one, and take them out of it first.'
      )
    case 'under_way':
      return problem(ctx, 409, 'export_under_way', 'Your cards are being downloaded already. Wait until that is done.')
    case 'overloaded':
      return refuseForNow(
        ctx,
        503,
        'busy',
        'Many cards are being written right now. Please try again in a moment.',
        busySeconds
      )
    case 'too_many':
      return refuseForNow(
        ctx,
        429,
        'too_many_requests',
        'That’s too many downloads. Please wait a while.',
        refusal.retryAfterSeconds
      )
  }
}
