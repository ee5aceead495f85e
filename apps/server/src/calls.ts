/** The calls of the server itself. */

import type { Call } from '#modules/kernel/calls'

/** This document. */
export const getApiDocument: Call<object> = 'GET /api/openapi.json'
/** Whether the process runs. */
export const getLiveness: Call<{ status: 'ok' }> = 'GET /health/live'
/**
 * Whether the process can serve requests.
 * @answers 200
 * @answers 503
 */
export const getReadiness: Call<{ status: string }> = 'GET /health/ready'
/**
 * Numbers for Prometheus, for the bearer token in `METRICS_TOKEN`. 404 without one.
 * @answers 200 text/plain
 */
export const getMetrics: Call<never> = 'GET /metrics'
