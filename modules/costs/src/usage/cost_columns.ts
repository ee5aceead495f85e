/** Cells after a day (`$1`), with the price of their day: the last one that began by then, else the model's first one. */
export const pricedCells = `
  SELECT c.*, p.input_microdollars, p.output_microdollars FROM usage_cells c
  LEFT JOIN LATERAL (
    SELECT input_microdollars, output_microdollars FROM model_prices p
    WHERE p.provider = c.provider AND p.model = c.model ORDER BY p.since > c.day, abs(p.since - c.day) LIMIT 1
  ) p ON true
  WHERE c.day > $1::date`

/** Sums of `pricedCells`. */
export const costColumns = `coalesce(sum(replies), 0)::float8 AS replies, coalesce(sum(uncounted), 0)::float8 AS uncounted,
  coalesce(sum(replies - uncounted) FILTER (WHERE input_microdollars IS NULL), 0)::float8 AS unpriced,
  coalesce(sum(input_tokens), 0)::float8 AS "inputTokens", coalesce(sum(output_tokens), 0)::float8 AS "outputTokens",
  coalesce(sum(rubies_taken), 0)::float8 AS "rubiesTaken", coalesce(sum(rubies_given_back), 0)::float8 AS "rubiesGivenBack",
  coalesce(round(sum(input_tokens::numeric * input_microdollars + output_tokens::numeric * output_microdollars) / 1000000), 0)::float8 AS microdollars`
