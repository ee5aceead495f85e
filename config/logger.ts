import { defineConfig, stdSerializers } from '@adonisjs/core/logger'
import env from './env.ts'

/** Removes the values of a rejected row, which PostgreSQL adds to the error. */
const withoutRow = (error: Error) => {
  const { detail: _detail, where: _where, ...rest } = stdSerializers.err(error) as Record<string, unknown>
  return rest
}

/** One JSON line per event on standard output. Fields that could contain secrets or user text are redacted. */
export default defineConfig({
  default: 'app',
  loggers: {
    app: {
      enabled: env.get('LOG_LEVEL') !== 'silent',
      name: 'facet',
      level: env.get('LOG_LEVEL'),
      serializers: { err: withoutRow },
      redact: {
        paths: [
          'password',
          '*.password',
          'token',
          '*.token',
          'authorization',
          '*.authorization',
          'cookie',
          '*.cookie',
          '*.headers.cookie',
          '*.headers.authorization',
          'apiKey',
          '*.apiKey',
          'content',
          '*.content',
          'email',
          '*.email',
        ],
        censor: '[redacted]',
      },
    },
  },
})
