import { ProviderError } from '../../contract/errors.ts'

/** The values that a workflow takes. `%prompt%` in one of its texts is replaced by `prompt`. */
export interface WorkflowValues {
  prompt: string
  negative_prompt: string
  seed: number
  width: number
  height: number
  steps: number
  guidance: number
  model: string
}

export type Placeholder = keyof WorkflowValues

const placeholders: readonly Placeholder[] = [
  'prompt',
  'negative_prompt',
  'seed',
  'width',
  'height',
  'steps',
  'guidance',
  'model',
]
const pattern = new RegExp(`%(${placeholders.join('|')})%`, 'g')

/** A graph in ComfyUI's API format: nodes by id. */
export type Graph = Readonly<Record<string, unknown>>

/** A workflow whose placeholders are replaced in its parsed values, so that no prompt can change its structure. */
export class Workflow {
  readonly #graph: Graph
  readonly #used = new Set<Placeholder>()

  /** Throws `misconfigured` for anything that ComfyUI's menu item for the API format doesn't export, and without a place for the prompt. */
  constructor(parsed: unknown) {
    this.#graph = graphOf(parsed)
    replaceIn(this.#graph, (placeholder) => {
      this.#used.add(placeholder)
      return ''
    })
    if (!this.uses('prompt')) throw misconfigured('The workflow has no %prompt%.')
  }

  uses(placeholder: Placeholder): boolean {
    return this.#used.has(placeholder)
  }

  fill(values: WorkflowValues): Graph {
    return replaceIn(this.#graph, (placeholder) => values[placeholder]) as Graph
  }
}

function graphOf(parsed: unknown): Graph {
  const nodes = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? Object.values(parsed) : []
  if (nodes.length === 0 || !nodes.every((node) => typeof Object(node).class_type === 'string'))
    throw misconfigured('The workflow is not in the API format. Export it with ComfyUI’s “Export (API)”.')
  return parsed as Graph
}

const misconfigured = (message: string) => new ProviderError('misconfigured', message)

/** Copies a value. A text that is one placeholder becomes its value with its type, so that numbers stay numbers. */
function replaceIn(value: unknown, valueOf: (placeholder: Placeholder) => string | number): unknown {
  if (typeof value === 'string') {
    const [whole] = value.match(pattern) ?? []
    if (whole === value) return valueOf(value.slice(1, -1) as Placeholder)
    return value.replaceAll(pattern, (_, placeholder: Placeholder) => String(valueOf(placeholder)))
  }
  if (Array.isArray(value)) return value.map((entry) => replaceIn(entry, valueOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, replaceIn(entry, valueOf)]))
}

/** One checkpoint, one sampler. Its picture is a preview, which ComfyUI deletes at its next start. */
export const defaultWorkflow: Graph = {
  checkpoint: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: '%model%' } },
  wanted: { class_type: 'CLIPTextEncode', inputs: { clip: ['checkpoint', 1], text: '%prompt%' } },
  unwanted: { class_type: 'CLIPTextEncode', inputs: { clip: ['checkpoint', 1], text: '%negative_prompt%' } },
  canvas: { class_type: 'EmptyLatentImage', inputs: { width: '%width%', height: '%height%', batch_size: 1 } },
  sampler: {
    class_type: 'KSampler',
    inputs: {
      model: ['checkpoint', 0],
      positive: ['wanted', 0],
      negative: ['unwanted', 0],
      latent_image: ['canvas', 0],
      seed: '%seed%',
      steps: '%steps%',
      cfg: '%guidance%',
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: 1,
    },
  },
  decoded: { class_type: 'VAEDecode', inputs: { samples: ['sampler', 0], vae: ['checkpoint', 2] } },
  picture: { class_type: 'PreviewImage', inputs: { images: ['decoded', 0] } },
}
