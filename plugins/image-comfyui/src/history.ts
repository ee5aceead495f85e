import { ProviderError } from '../../contract/errors.ts'

/** An entry of `GET /history/{id}`, unvalidated. */
export interface HistoryEntry {
  outputs: unknown
  status: unknown
}

export interface PictureFile {
  filename: string
  subfolder: string
  type: 'output' | 'temp'
}

/** Returns the entry of a finished job. Null while the history lacks it. */
export const entryOf = (history: unknown, id: string): Partial<HistoryEntry> | null => {
  const entry: unknown = Object.hasOwn(Object(history) as object, id) ? (history as Record<string, unknown>)[id] : null
  return typeof entry === 'object' ? entry : null
}

/** Returns the file of a finished job's picture, a saved one before a preview. Throws the job's failure, or `invalid_response`. */
export function fileOf({ outputs, status }: Partial<HistoryEntry>): PictureFile {
  const { status_str: state, messages } = Object(status) as Record<string, unknown>
  if (state === 'error') throw failureOfJob(messages)
  const files = Object.values(Object(outputs) as object)
    .flatMap((output) => listOf((Object(output) as Record<string, unknown>)['images']))
    .filter(isPictureFile)
  const file = files.find(({ type }) => type === 'output') ?? files[0]
  if (file) return file
  throw new ProviderError('invalid_response', 'ComfyUI finished without a picture.')
}

/** Whether the file is one that ComfyUI wrote. Its names become part of an address, so they can't lead elsewhere. */
function isPictureFile(value: unknown): value is PictureFile {
  const { filename, subfolder = '', type } = Object(value) as Record<string, unknown>
  return (
    typeof filename === 'string' &&
    /^[^\p{Cc}/\\:*?"<>|]{1,255}$/u.test(filename) &&
    !/^\.+$/.test(filename) &&
    typeof subfolder === 'string' &&
    /^[^\p{Cc}:*?"<>|]{0,255}$/u.test(subfolder) &&
    !/(^|[\\/])\.\.([\\/]|$)|^[\\/]/.test(subfolder) &&
    (type === 'output' || type === 'temp')
  )
}

/** Names the node and the class of its exception, and never quotes ComfyUI, whose messages may repeat the prompt. */
function failureOfJob(messages: unknown): ProviderError {
  const all = listOf(messages).map((message) => listOf(message))
  const [, interrupted] = all.find(([kind]) => kind === 'execution_interrupted') ?? []
  if (interrupted !== undefined)
    return new ProviderError('timeout', 'ComfyUI was interrupted before the picture was done.')
  const [, error] = all.find(([kind]) => kind === 'execution_error') ?? []
  const { node_type: node, exception_type: exception } = Object(error) as Record<string, unknown>
  const about = [node, exception].filter(isCodeName).join(', ')
  return new ProviderError('unavailable', `ComfyUI could not draw the picture${about && ` (${about})`}.`)
}

/** Returns the failure of `POST /prompt` if ComfyUI refuses the workflow, and else null. */
export function failureOfWorkflow(text: string): ProviderError | null {
  let answer: Record<string, unknown>
  try {
    answer = Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return null
  }
  const nodes = Object.values(Object(answer['node_errors']) as object).map(
    (node) => Object(node) as Record<string, unknown>
  )
  const [node] = nodes
  if (!node) return null
  const [problem] = listOf(node['errors'])
  const about = [node['class_type'], Object(problem).type].filter(isCodeName).join(', ')
  return new ProviderError(
    'misconfigured',
    `ComfyUI refused the workflow${about && ` (${about})`}. Check it in ComfyUI.`
  )
}

const isCodeName = (value: unknown): value is string => typeof value === 'string' && /^[\w.]{1,80}$/.test(value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
