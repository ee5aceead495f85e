import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { ReplyUsage, type ReplyUse } from '../ports.ts'

/**
 * The replies of a time span are found by an index of blocks, their answers by keys. An answer that was rerolled is an alternate, and so is each
 * reroll. A continuation has added its tokens to its answer, and counts with it, unless the answer is so old that it was counted without them. A
 * continued answer names all its models: the first is its own, the last that of its continuation.
 */
const sql = `-- all users: the replies of a time span, for the usage of models
  WITH ended AS MATERIALIZED (
    SELECT user_id, id, kind, message_id, continues, tier, cost, created_at,
      state IN ('written', 'broken_off') OR state = 'stopped' AND (error_code IS NULL OR error_code NOT IN ('stopped', 'deleted')) AS has_text,
      state <> 'broken_off' AS is_chargeable
    FROM replies WHERE created_at >= ?::timestamptz AND created_at < ?::timestamptz AND ended_at IS NOT NULL
  )
  SELECT r.tier, coalesce(used.provider, '') AS provider, coalesce(used.model, '') AS model,
    (count(*) FILTER (WHERE has_text))::int AS replies,
    (count(*) FILTER (WHERE has_text AND (used.input_tokens IS NULL OR used.output_tokens IS NULL)))::int AS uncounted,
    coalesce(sum(used.input_tokens), 0)::float8 AS "inputTokens", coalesce(sum(used.output_tokens), 0)::float8 AS "outputTokens",
    coalesce(sum(r.cost) FILTER (WHERE has_text AND is_chargeable), 0)::float8 AS "rubiesTaken",
    coalesce(sum(r.cost) FILTER (WHERE NOT (has_text AND is_chargeable)), 0)::float8 AS "rubiesGivenBack"
  FROM ended r
  LEFT JOIN LATERAL (
    SELECT left(split_part(answer.provider, ', ', n), 200) AS provider, left(split_part(answer.model_id, ', ', n), 300) AS model,
      CASE WHEN r.kind <> 'continue' THEN answer.input_tokens WHEN answer.created_at > r.created_at - INTERVAL '3 hours' THEN 0 END AS input_tokens,
      CASE WHEN r.kind <> 'continue' THEN answer.output_tokens WHEN answer.created_at > r.created_at - INTERVAL '3 hours' THEN 0 END AS output_tokens
    FROM (
      SELECT 1 AS place, provider, model_id, input_tokens, output_tokens, created_at FROM chat_message_alternates
      WHERE user_id = r.user_id AND id = CASE r.kind WHEN 'reroll' THEN r.id WHEN 'continue' THEN r.continues ELSE r.message_id END
      UNION ALL
      SELECT 2, provider, model_id, input_tokens, output_tokens, created_at FROM chat_messages
      WHERE user_id = r.user_id AND id = r.message_id AND r.kind IN ('reply', 'continue')
      ORDER BY place LIMIT 1
    ) answer
    CROSS JOIN (SELECT CASE r.kind WHEN 'continue' THEN -1 ELSE 1 END AS n) part
    WHERE has_text
  ) used ON true
  GROUP BY 1, 2, 3`

export class ReplyUsageQuery extends ReplyUsage {
  async between(from: Date, until: Date, client: QueryClientContract) {
    const { rows } = await client.rawQuery<{ rows: ReplyUse[] }>(sql, [from, until])
    return rows
  }
}
