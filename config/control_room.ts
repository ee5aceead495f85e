/** The providers that admins can connect, and the tiers that they can change, while the server runs. */
import type { ControlRoomSettings } from '#modules/connections/index'
import { anthropic, connectionForm as anthropicForm } from '#plugins/model-anthropic/index'
import { contextTokensMax } from '#plugins/model-llama/index'
import { connectionForm as ollamaForm, ollama } from '#plugins/model-ollama/index'
import {
  connectionForm as openAiForm,
  openAiCompatible,
  type ModelParameters,
} from '#plugins/model-openai-compatible/index'
import {
  connectionForm as completionForm,
  textCompletion,
  type TemplateName,
} from '#plugins/model-text-completion/index'
import env from './env.ts'
import models, { chainOf } from './models.ts'
import rubies from './rubies.ts'
import { timers } from './timers.ts'

export default {
  isOpen: env.get('CONTROL_ROOM') === 'on',
  hasRubies: rubies.isOn,
  tiers: models.tiers,
  chainOf,
  contextTokensMax: { llama: contextTokensMax },
  oneModel: ['llama', 'local'],
  // Add a provider that can be connected with one entry here.
  providers: {
    'openai-compatible': {
      form: openAiForm,
      open: ({ options, ...server }, transport) =>
        openAiCompatible({ ...server, parameters: options as Partial<ModelParameters> }, { transport, timers }),
    },
    anthropic: {
      form: anthropicForm,
      open: ({ baseUrl, apiKey }, transport) => anthropic({ baseUrl, apiKey: apiKey ?? '' }, { transport, timers }),
    },
    ollama: {
      form: ollamaForm,
      open: ({ options, ...server }, transport) => ollama({ ...server, ...options }, { transport, timers }),
    },
    'text-completion': {
      form: completionForm,
      open: ({ options, ...server }, transport) =>
        textCompletion({ ...server, template: (options['template'] ?? 'auto') as TemplateName }, { transport, timers }),
    },
  },
} satisfies ControlRoomSettings
