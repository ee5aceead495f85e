import { Ajv, type ValidateFunction } from 'ajv'
import { inject } from 'vitest'
import type { AnswerName, ApiAnswers } from './api_answers.ts'

const ajv = new Ajv({ strict: false, allErrors: true, verbose: true })
const validators = new Map<AnswerName, ValidateFunction>()
const checked = new WeakSet<Response>()
let problems: string[] = []

/** Checks a body against the schema of its type. A mismatch fails the test at its end, because the page would swallow an error here. */
export function checkBody<Name extends AnswerName>(name: Name, body: ApiAnswers[Name]): void {
  const validate = validatorOf(name)
  if (validate(JSON.parse(JSON.stringify(body)))) return
  const errors = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`
  )
  problems.push(`The fake server's ${name} differs from api.ts: ${errors.join('; ')}`)
}

/** Returns a JSON response after checking its body against the named type of `ApiAnswers`. */
export function answer<Name extends AnswerName>(name: Name, body: ApiAnswers[Name], init?: ResponseInit): Response {
  checkBody(name, body)
  const response = Response.json(body, init)
  checked.add(response)
  return response
}

/** Returns a JSON response that breaks the contract on purpose. */
export function malformed(body: unknown): Response {
  const response = Response.json(body)
  checked.add(response)
  return response
}

/** Reports a JSON response that was not built by `answer`. */
export function requireChecked(response: Response, call: string): void {
  const isJson = response.headers.get('Content-Type')?.includes('json')
  if (isJson && !checked.has(response)) problems.push(`The fake server's answer to ${call} names no type of ApiAnswers`)
}

/** Returns the mismatches since the last call. */
export function takeProblems(): string[] {
  const taken = problems
  problems = []
  return taken
}

function validatorOf(name: AnswerName): ValidateFunction {
  const known = validators.get(name)
  if (known) return known
  // One schema with a reference each: types that answers share are compiled once.
  if (!ajv.getSchema('api')) ajv.addSchema(inject('apiSchemas'), 'api')
  const validate = ajv.compile({ $ref: `api#/definitions/ApiAnswers/properties/${name}` })
  validators.set(name, validate)
  return validate
}
