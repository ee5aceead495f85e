import type pg from 'pg'

/** The days that `seedStatistics` fills, and the messages of all of them. */
export const seeded = { days: 27, messages: 27 * 40 + (27 * 26) / 2, messagesOfVersion2: 14 * 40 + (14 * 13) / 2 }

/**
 * Publishes almost a month of statistics of a character, up to yesterday, with a second version and chats that were left. Whatever the server counts
 * meanwhile is of today, so it changes nothing.
 */
export const seedStatistics = async (db: pg.Client, ownerId: string, characterId: string): Promise<void> => {
  await db.query(
    `INSERT INTO statistics_progress (started_on, counted_until, closed_through)
     SELECT today - 60, today::timestamp AT TIME ZONE 'UTC', today - 1 FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) day
     ON CONFLICT (is_only) DO UPDATE SET started_on = excluded.started_on, counted_until = excluded.counted_until,
       closed_through = excluded.closed_through`
  )
  const columns = `user_id, character_id, last_day, kind, part, last_part, first_day, people, returned, views, chats, messages, rerolls, stops, answers,
    answer_characters`
  const yesterday = `(now() AT TIME ZONE 'UTC')::date - 1`
  await db.query(
    `INSERT INTO statistics_cells (${columns})
     SELECT $1::uuid, $2::uuid, ${yesterday} - n, 'talk', 1 + (n < 14)::int, 1 + (n < 14)::int, ${yesterday} - n, 12 + n % 5, CASE WHEN n % 4 > 0 THEN 6 END, 0, 9, 40 + n,
       7 + n % 3, n % 4, 50, 50 * (300 + 10 * n)
     FROM generate_series(0, ${seeded.days - 1}) n
     UNION ALL
     SELECT $1::uuid, $2::uuid, ${yesterday} - n, 'view', 1 + (n < 14)::int, 1 + (n < 14)::int, ${yesterday} - n - 1, 20, NULL, 20 + n % 9, 0, 0, 0, 0, 0, 0
     FROM generate_series(0, ${seeded.days - 1}, 2) n
     UNION ALL
     SELECT $1::uuid, $2::uuid, ${yesterday} - n, 'left', n, n, ${yesterday} - n, 5, NULL, 0, 5 + 3 * (6 - n), 0, 0, 0, 0, 0 FROM generate_series(0, 6) n`,
    [ownerId, characterId]
  )
}
