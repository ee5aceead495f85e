import { startServer, type RunningServer } from '#tests/support/server'

export const modelsKey = 'sk-very-secret-key'

let shared: Promise<RunningServer> | null = null

/** Returns a server with a public address, which logs everything. */
export const publicServer = (): Promise<RunningServer> =>
  (shared ??= startServer({
    env: {
      APP_URL: 'https://facet.example',
      LOG_LEVEL: 'trace',
      MODELS_PROVIDER: 'openai-compatible',
      MODELS_API_KEY: modelsKey,
    },
  }))
