import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** The channel of PostgreSQL for users whose unread notifications changed. The payload is their ids, separated by commas. */
export const unreadChannel = 'facet_unread'

/** A payload is at most 8,000 bytes. */
const idsPerPayload = 200

/** Tells all processes, once the transaction is committed. */
export const notifyChanges = async (userIds: readonly string[], trx: TransactionClientContract): Promise<void> => {
  const ids = [...new Set(userIds)]
  const payloads = Array.from({ length: Math.ceil(ids.length / idsPerPayload) }, (_, page) =>
    ids.slice(page * idsPerPayload, (page + 1) * idsPerPayload).join(',')
  )
  if (payloads.length > 0)
    await trx.rawQuery(`SELECT pg_notify(?, payload) FROM unnest(?::text[]) AS payload`, [
      unreadChannel,
      payloads,
    ] as never)
}
