import { PromptCanceled } from './prompt_canceled.ts'

/** The result of a command. The JSON output includes the fields of `data`. */
export interface Outcome {
  kind: 'done' | 'refused' | 'wrong_usage' | 'interrupted'
  message: string
  data?: Record<string, unknown>
}

/** Shells use 130 for Ctrl-C. */
const exitCodes = { done: 0, refused: 1, wrong_usage: 2, interrupted: 130 } as const

export const done = (message: string, data?: Outcome['data']): Outcome => ({ kind: 'done', message, data })
export const refused = (message: string, data?: Outcome['data']): Outcome => ({ kind: 'refused', message, data })
export const wrongUsage = (message: string, data?: Outcome['data']): Outcome => ({ kind: 'wrong_usage', message, data })
export const interrupted = (message: string): Outcome => ({
  kind: 'interrupted',
  message,
  data: { code: 'interrupted' },
})

/** Converts an error to an outcome with a message that says what to check. It may name the operator's settings. */
export const failed = (error: unknown): Outcome => {
  if (error instanceof PromptCanceled)
    return error.interrupted ? interrupted(error.message) : refused(error.message, { code: 'not_answered' })
  const { code, message, help } = error as { code?: string; message?: string; help?: string }
  if (code === 'ECONNREFUSED' || code === '28P01' || code === '3D000')
    return refused(`Cannot connect to the database: ${message}. Check DATABASE_URL.`)
  if (code === 'E_MIGRATION_REFUSED') return refused(message ?? '')
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return refused(`The disk is full: ${message}. Free some space, then try again.`)
  if (code === 'E_INVALID_ENV_VARIABLES') return refused((help ?? message ?? '').replace(/^- /gm, ''))
  return refused((error as Error).stack ?? String(error))
}

/** Prints JSON or a message, unless it is empty, to standard output, or an error message to standard error, and sets the exit code. */
export const print = (
  { kind, message, data }: Outcome,
  { asJson, quiet = false }: { asJson: boolean; quiet?: boolean }
) => {
  process.exitCode = exitCodes[kind]
  if (asJson) return void process.stdout.write(`${JSON.stringify({ ok: kind === 'done', message, ...data })}\n`)
  if (quiet) return
  const out = kind === 'done' ? process.stdout : process.stderr
  if (message !== '') out.write(`${message}\n`)
}
