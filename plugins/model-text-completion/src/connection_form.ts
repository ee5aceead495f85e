import { bearerRequest, type ConnectionForm } from '../../contract/connection_form.ts'
import { endpointOf } from '../../contract/endpoint.ts'
import { templateNames } from './templates.ts'

export const connectionForm: ConnectionForm = {
  label: 'Text completion (llama.cpp, KoboldCpp, vLLM)',
  baseUrl: 'http://localhost:8080/v1',
  key: 'optional',
  options: [{ name: 'template', label: 'Template of the model', choices: ['auto', ...templateNames] }],
  modelsRequest: (baseUrl, key) => bearerRequest(endpointOf(baseUrl, '/models'), key),
}
