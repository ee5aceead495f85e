/** The calls of realtime. */

import type { Call } from '#modules/kernel/calls'

/** An event stream. `hidden`: for tabs that are not in sight. */
export const followEvents: Call<never, { query: { hidden?: true } }> = 'GET /api/events'
