import { bearerRequest, type ConnectionForm } from '../../contract/connection_form.ts'
import { endpointOf } from '../../contract/endpoint.ts'

export const connectionForm: ConnectionForm = {
  label: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434',
  key: 'optional',
  options: [{ name: 'keepAlive', label: 'How long a model stays in memory', choices: ['5m', '30m', '2h', '-1'] }],
  modelsRequest: (baseUrl, key) => bearerRequest(endpointOf(baseUrl.replace(/\/(?:v1|api)\/*$/, ''), '/api/tags'), key),
}
