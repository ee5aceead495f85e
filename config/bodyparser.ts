import { defineConfig } from '@adonisjs/core/bodyparser'

/** JSON up to 1 MiB. Text isn't trimmed or converted; each call decides. */
export default defineConfig({
  allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  form: {
    convertEmptyStringsToNull: false,
    trimWhitespaces: false,
    types: ['application/x-www-form-urlencoded'],
    limit: '64kb',
  },
  json: {
    convertEmptyStringsToNull: false,
    trimWhitespaces: false,
    types: ['application/json'],
    limit: '1mb',
    strict: false,
  },
  multipart: { autoProcess: false, processManually: [], types: [] },
})
