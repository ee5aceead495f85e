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
  // Controllers read forms themselves, after authentication. The limits are for fields beside files.
  multipart: {
    autoProcess: false,
    processManually: [],
    types: ['multipart/form-data'],
    maxFields: 20,
    fieldsLimit: '16kb',
  },
})
