import { bearerRequest, type ConnectionForm } from '../../contract/connection_form.ts'
import { endpointOf } from '../../contract/endpoint.ts'

export const connectionForm: ConnectionForm = {
  label: 'OpenAI-compatible',
  baseUrl: 'https://api.openai.com/v1',
  key: 'optional',
  options: [
    { name: 'limit', label: 'Field that limits the reply', choices: ['max_tokens', 'max_completion_tokens'] },
    { name: 'system', label: 'Role of the system prompt', choices: ['system', 'user'] },
  ],
  modelsRequest: (baseUrl, key) => bearerRequest(endpointOf(baseUrl, '/models'), key),
}
