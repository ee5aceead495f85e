import env from './env.ts'

/** Who may read the server's figures: whoever has this. Null: there are none. */
export default { token: env.get('METRICS_TOKEN') ?? null }
