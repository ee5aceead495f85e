import { defineConfig } from '@adonisjs/core/bodyparser'

/** The limit for JSON is 1 MiB. Text isn't trimmed or converted here, because each call decides that. */
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
  // Controllers read forms themselves, after authentication. The limits apply to the fields next to files.
  multipart: {
    autoProcess: false,
    processManually: [],
    types: ['multipart/form-data'],
    maxFields: 20,
    fieldsLimit: '16kb',
  },
})
