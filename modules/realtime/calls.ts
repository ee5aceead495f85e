/** The calls of realtime. */

import type { Call } from '#modules/kernel/calls'

/**
 * A stream of changes for the caller. See [Events](#events).
 * @answers 200 text/event-stream
 */
export const followEvents: Call<never, { query: { hidden?: true } }> = 'GET /api/events'
