/** The calls of realtime. */

import type { Call } from '#modules/kernel/calls'

/** An event stream. */
export const followEvents: Call<never> = 'GET /api/events'
