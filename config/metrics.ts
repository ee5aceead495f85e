import env from './env.ts'

/** The bearer token of /metrics. Null disables metrics. */
export default { token: env.get('METRICS_TOKEN') ?? null }
