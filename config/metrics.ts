import env from './env.ts'

/** The bearer token of /metrics. Null: no metrics. */
export default { token: env.get('METRICS_TOKEN') ?? null }
