/** SQL for the newest versions of the pages that users agree to. */
const newestAgreed = `SELECT name, max(version) AS newest FROM site_pages WHERE name IN ('terms', 'rules') GROUP BY name`

/** SQL for whether a user has agreed to the newest versions. */
export const hasAgreed = (userId: string) => `NOT EXISTS (
  SELECT FROM (${newestAgreed}) AS p
  WHERE NOT EXISTS (SELECT FROM agreements WHERE user_id = ${userId} AND page = name AND version = newest))`

/** SQL for the newest versions that a row of `users` hasn't agreed to, as a list of JSON. */
export const wantedAgreements = `(
  SELECT coalesce(json_agg(json_build_object('page', name, 'version', newest, 'agreedVersion', agreed) ORDER BY name DESC), '[]')
  FROM (${newestAgreed}) AS p
  CROSS JOIN LATERAL (
    SELECT max(version) AS agreed FROM agreements WHERE user_id = users.id AND page = p.name
  ) AS own
  WHERE agreed IS DISTINCT FROM newest)`
